export type Answer = {
  status: number;
  /** JSON, or text and bytes where `type` says so. */
  body: unknown;
  type?: string;
  headers?: Record<string, string>;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204, body: null });

/** Answers for a media type other than JSON: `diff`, `raw`. */
export const text = (body: string | Buffer, mediaType: string): Answer => ({
  status: 200,
  body,
  type: `application/vnd.github.${mediaType}; charset=utf-8`,
});

type Asked = { query: URLSearchParams; url: URL };

/** One page of a list, with GitHub's Link header. */
export async function paged<Item>(
  call: Asked,
  list: readonly Item[],
  render: (item: Item) => unknown,
  wrap: (page: unknown[]) => unknown = (page) => page,
): Promise<Answer> {
  const size = Math.min(100, Number(call.query.get('per_page') ?? 30) || 30);
  const page = Number(call.query.get('page') ?? 1) || 1;
  const last = Math.max(1, Math.ceil(list.length / size));
  const items = await Promise.all(list.slice((page - 1) * size, page * size).map(render));
  const links = [
    ...(page > 1 ? [link(call.url, page - 1, 'prev')] : []),
    ...(page < last ? [link(call.url, page + 1, 'next'), link(call.url, last, 'last')] : []),
    ...(page > 1 ? [link(call.url, 1, 'first')] : []),
  ];
  return {
    status: 200,
    body: wrap(items),
    ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}),
  };
}

function link(url: URL, page: number, relation: string): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return `<${target}>; rel="${relation}"`;
}
