import { bestRow } from '../best-row.ts'
import type { Model } from '../playground-page.tsx'
import { roubles } from '../sums.ts'

type Prices = Model['prices']

/** Roubles for so many images; null where tokens decide, or where the service has no price for such an image. */
export const priceOfImages = (
  prices: Prices,
  { quality, size, count }: { readonly quality: string; readonly size: string; readonly count: number },
): string | null => {
  if (prices.unit !== 'image') return null
  const asked = { quality: quality === '' ? null : quality, size: size === '' ? null : size }
  const row = bestRow(prices.rows, (each) => ({ quality: each.quality, size: each.size }), asked)
  const isUnpriced =
    row === undefined &&
    (['quality', 'size'] as const).some(
      (name) => asked[name] !== null && prices.rows.some((each) => each[name] !== null),
    )
  return isUnpriced ? null : roubles(Number(row?.price ?? prices.price) * count)
}
