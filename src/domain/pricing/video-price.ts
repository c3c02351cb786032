import { divideRoundingUp } from '../money/money.ts'
import { SECOND_MS } from '../time-units.ts'

/** The price of a video of that length, to the millisecond, rounded up to the micro-unit. */
export const priceOfSeconds = (pricePerSecondMicro: bigint, seconds: number): bigint =>
  divideRoundingUp(pricePerSecondMicro * BigInt(Math.round(seconds * SECOND_MS)), BigInt(SECOND_MS))

/** The file of a video that its provider calls four seconds long may be some frames shorter or longer. */
const ROUNDING_SECONDS = 0.5

/** No longer video can be ordered, of any model. */
export const LONGEST_VIDEO_SECONDS = 60

/**
 * No video of any provider is shorter, and none is longer. Such a figure is a fault of the report or of the file's
 * header, and is not billed: it would charge an order of four seconds as one of ten minutes.
 */
const MIN_SECONDS = 0.1
const MAX_SECONDS = LONGEST_VIDEO_SECONDS + ROUNDING_SECONDS

const isPlausibleDuration = (seconds: number | null): seconds is number =>
  seconds !== null && Number.isFinite(seconds) && seconds >= MIN_SECONDS && seconds <= MAX_SECONDS

/** The length of one video from three sources, in seconds. */
interface VideoDurations {
  /** As the provider reports it. */
  readonly reported: number | null
  /** By the file's own header. */
  readonly measured: number | null
  readonly asked: number
}

/**
 * The length a video is charged by: the provider's report as far as the file proves it, else the file's header, else
 * the requested length. Where the file proves nothing, a report above the requested length is not believed, because it
 * would overcharge the client. A file runs a frame long or short of what its provider calls four seconds, so measured
 * lengths count as whole seconds.
 */
export const billedVideoSeconds = ({ reported, measured, asked }: VideoDurations): number => {
  if (!isPlausibleDuration(measured)) return isPlausibleDuration(reported) ? Math.min(reported, asked) : asked
  if (isPlausibleDuration(reported) && reported <= measured + ROUNDING_SECONDS) return reported
  return Math.max(1, Math.round(measured))
}
