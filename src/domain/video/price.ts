import { divideRoundingUp } from '../money/rounding.ts'

const MS_PER_SECOND = 1000

/** The price of a film of that length, to the millisecond, rounded up to the micro-unit. */
export const priceOfSeconds = (pricePerSecondMicro: bigint, seconds: number): bigint =>
  divideRoundingUp(pricePerSecondMicro * BigInt(Math.round(seconds * MS_PER_SECOND)), BigInt(MS_PER_SECOND))

/**
 * Micro-units of the wallet that pays: by the second of the finished film, or agreed before anybody knew its length.
 */
export type VideoPrice =
  | { readonly tag: 'per_second'; readonly micro: bigint }
  | { readonly tag: 'fixed'; readonly micro: bigint }

/** What a film of that length costs. */
export const priceOfFilm = (price: VideoPrice, seconds: number): bigint => {
  switch (price.tag) {
    case 'per_second':
      return priceOfSeconds(price.micro, seconds)
    case 'fixed':
      return price.micro
  }
}

/** No film of any vendor is shorter or longer; such a figure is a fault of the report and nobody's bill. */
const LEAST_SECONDS = 0.1
const MOST_SECONDS = 600

const isLength = (seconds: number | null): seconds is number =>
  seconds !== null && Number.isFinite(seconds) && seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS

/** Lengths of one film, from whoever knows. */
export interface KnownLengths {
  /** The vendor's word. */
  readonly said: number | null
  /** By the file's own header. */
  readonly measured: number | null
  readonly asked: number
}

/**
 * The length a film is charged by: the vendor's word, else the file's, else what was asked for. A file runs a
 * frame long or short of what its vendor calls four seconds, so measured lengths count as whole seconds.
 */
export const billedSeconds = ({ said, measured, asked }: KnownLengths): number => {
  if (isLength(said)) return said
  return isLength(measured) ? Math.max(1, Math.round(measured)) : asked
}
