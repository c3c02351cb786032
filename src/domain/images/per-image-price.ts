import { bestRow, imageConditions } from '../pricing/rows.ts'
import type { PerImageTariff } from '../pricing/tariff.ts'
import type { ImageLook } from './request.ts'

type PerImagePrice =
  | { readonly tag: 'priced'; readonly perImageMicro: bigint }
  /** The provider would ask another price for this, and the tariff has none. */
  | { readonly tag: 'unpriced'; readonly param: 'quality' | 'size' }

/**
 * The price of one image: that of the row with the most conditions that fit. Where none does, a quality or size for
 * which prices differ is not offered; anything else has the tariff's own price.
 */
export const perImagePrice = (tariff: PerImageTariff, look: ImageLook): PerImagePrice => {
  const row = bestRow(tariff.rows, imageConditions, { ...look })
  if (row !== undefined) return { tag: 'priced', perImageMicro: row.perImage }
  for (const param of ['quality', 'size'] as const) {
    if (look[param] !== null && tariff.rows.some((each) => each[param] !== null)) return { tag: 'unpriced', param }
  }
  return { tag: 'priced', perImageMicro: tariff.perImage }
}
