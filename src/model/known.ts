/** US dollars for a million tokens at the list price; `cached` is for input that was cached, null where that is unknown. */
export type Prices = { input: number; output: number; cached: number | null };

/** What is known of a model: its context window in tokens, and its prices. Null: unknown. */
export type KnownModel = { window: number | null; usd: Prices | null };

export type Known = {
  /** The day of the prices. */
  pricesOf: string;
  /** By `provider/model`. */
  models: ReadonlyMap<string, KnownModel>;
};

let known: Promise<Known> | undefined;

/** Loaded when it is first asked for: no run needs it before its first request is on its way. */
export function knownModels(): Promise<Known> {
  known ??= load();
  return known;
}

async function load(): Promise<Known> {
  const { pricesOf, rows } = await import('./known-models.ts');
  const models = new Map(
    Object.entries(rows).map(([id, [window, input, output, cached]]): [string, KnownModel] => {
      const priced = input !== undefined && output !== undefined;
      return [id, { window, usd: priced ? { input, output, cached: cached ?? null } : null }];
    }),
  );
  return { pricesOf, models };
}
