import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { PixelSize } from '../asset.ts'
import { hasText, viewOf } from '../byte-reading.ts'
import { boxAt, boxesIn, boxesOf, boxFields } from './mp4-boxes.ts'
import { fragmentSeconds } from './mp4-fragments.ts'

/** The facts that a player needs before it plays. */
interface Mp4Metadata {
  readonly seconds: number
  /** The size of a frame as shown; null if no track has any. */
  readonly size: PixelSize | null
}

/** `truncated_mp4`: a part of the file is missing, or no box of it states its duration. */
type Mp4Failure = { readonly tag: 'invalid_mp4' } | { readonly tag: 'truncated_mp4' }

/** Both widths of a duration have a value that means "not known". */
const UNKNOWN_32 = 0xffffffff
const UNKNOWN_64 = 2 ** 64

const known = (duration: number): number => (duration === UNKNOWN_32 || duration >= UNKNOWN_64 ? 0 : duration)

interface MovieHeader {
  /** Units a second. */
  readonly timescale: number
  readonly duration: number
}

/** Version 1 has 64-bit times. */
const movieHeader = (mvhd: Uint8Array): MovieHeader => {
  const isLong = mvhd[0] === 1
  const fields = boxFields(mvhd, 4)
  fields.skip(isLong ? 16 : 8)
  const timescale = fields.uint32()
  return { timescale, duration: known(isLong ? fields.uint64() : fields.uint32()) }
}

/** The duration that a fragmented file announces for the whole file; 0 when it announces none. */
const announcedDuration = (moov: Uint8Array): number => {
  const mehd = boxAt(moov, 'mvex', 'mehd')
  if (mehd === null) return 0
  const fields = boxFields(mehd, 4)
  return known(mehd[0] === 1 ? fields.uint64() : fields.uint32())
}

const trackSize = (trak: Uint8Array): PixelSize | null => {
  const tkhd = boxAt(trak, 'tkhd')
  // 20 or 32 bytes of times and id, 16 of layers and volume, 36 of matrix, then the size in 16.16 fixed point.
  const at = tkhd?.[0] === 1 ? 88 : 76
  if (tkhd === null || tkhd.length < at + 8) return null
  const view = viewOf(tkhd)
  const size = { width: Math.round(view.getUint32(at) / 65_536), height: Math.round(view.getUint32(at + 4) / 65_536) }
  return size.width > 0 && size.height > 0 ? size : null
}

const frameSize = (moov: Uint8Array): PixelSize | null =>
  boxesOf(moov, 'trak').reduce<PixelSize | null>((found, trak) => found ?? trackSize(trak.data), null)

/**
 * Duration and size of an MP4. The movie header states the duration. A fragmented file often has 0 there: then the
 * announced duration counts, else the sum over the fragments. The last box may run to the end of the file; any other
 * cut box makes the file truncated.
 */
export const readMp4 = (bytes: Uint8Array): Either<Mp4Failure, Mp4Metadata> => {
  if (!hasText(bytes, 4, 'ftyp')) return left({ tag: 'invalid_mp4' })
  const boxes = boxesIn(bytes)
  const moov = boxes.find(({ type }) => type === 'moov')?.data
  const hasMedia = boxes.some(({ type }) => type === 'mdat')
  if (moov === undefined || !hasMedia || boxes.some(({ whole }) => !whole)) return left({ tag: 'truncated_mp4' })
  const mvhd = boxAt(moov, 'mvhd')
  if (mvhd === null) return left({ tag: 'invalid_mp4' })
  const { timescale, duration } = movieHeader(mvhd)
  if (timescale === 0) return left({ tag: 'invalid_mp4' })
  const inHeader = (duration || announcedDuration(moov)) / timescale
  const seconds = inHeader || fragmentSeconds(boxes, moov)
  return seconds > 0 ? right({ seconds, size: frameSize(moov) }) : left({ tag: 'truncated_mp4' })
}
