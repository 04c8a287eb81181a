/** How each page is taken; pixels. */
export const looks = [
  { name: 'light', width: 800, scheme: 'light' },
  { name: 'dark', width: 800, scheme: 'dark' },
  { name: 'narrow', width: 375, scheme: 'light' },
] as const;

export type Look = (typeof looks)[number];
