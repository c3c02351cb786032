/** RUB prices of a model, in micro-roubles per million of the unit named. Checked positive when the catalogue loads. */
export type Tariff = TokenTariff

export interface TokenTariff {
  readonly unit: 'tokens'
  readonly inputPerMillion: bigint
  /** Prompt tokens the vendor served from its cache; the input price where the vendor has no other. */
  readonly cachedInputPerMillion: bigint
  readonly cacheWritePerMillion: bigint
  readonly outputPerMillion: bigint
}
