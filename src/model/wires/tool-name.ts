/** A model may have called what it liked; strict providers refuse a conversation with a name that no tool can have. */
export const sendable = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';
