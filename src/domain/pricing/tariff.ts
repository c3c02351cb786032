/** RUB prices of a model, in micro-roubles per million of the unit named. Checked positive when the catalogue loads. */
export type Tariff = TokenTariff

export interface TokenRates {
  readonly inputPerMillion: bigint
  /** Prompt tokens the vendor served from its cache; the input price where the vendor has no other. */
  readonly cachedInputPerMillion: bigint
  readonly cacheWritePerMillion: bigint
  readonly outputPerMillion: bigint
}

export interface TokenTariff extends TokenRates {
  readonly unit: 'tokens'
  /** Rows for vendors' service tiers. A tier without a row is not sold. */
  readonly serviceTiers?: ReadonlyMap<string, TokenRates> | undefined
}

/** Names that mean the vendor's ordinary price. `auto` is what a vendor assumes when nothing is said. */
const ORDINARY_TIERS: ReadonlySet<string> = new Set(['default', 'auto'])

/** The rates of a service tier, or null when this tariff has no row for it. Null asks for the ordinary tier. */
export const ratesFor = (tariff: TokenTariff, tier: string | null): TokenRates | null =>
  tier === null || ORDINARY_TIERS.has(tier) ? tariff : (tariff.serviceTiers?.get(tier) ?? null)
