import { bestRow } from '../best-row.ts'
import type { Model } from '../playground-page.tsx'
import { roubles } from '../sums.ts'

type Prices = Model['prices']

/** A smaller side of this many pixels and more is the larger resolution. */
const FULL_HD_PX = 1080

const resolutionOf = (size: string): string => {
  const sides = size.split('x').map(Number)
  return Math.min(...sides) >= FULL_HD_PX && sides.length === 2 ? '1080p' : '720p'
}

/** Roubles for a video; null where its size is none, or its price has another unit. */
export const priceOfVideo = (
  prices: Prices,
  { seconds, size, audio }: { readonly seconds: number; readonly size: string; readonly audio: boolean },
): string | null => {
  if (prices.unit !== 'second') return null
  const asked = { resolution: resolutionOf(size), audio }
  const row = bestRow(prices.rows, (each) => ({ resolution: each.resolution, audio: each.audio }), asked)
  return roubles(Number(row?.price ?? prices.price) * seconds)
}
