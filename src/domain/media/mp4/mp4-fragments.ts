import { boxAt, boxesOf, boxFields, MOST_BOXES } from './mp4-boxes.ts'
import type { Mp4Box } from './mp4-boxes.ts'
import { largestOf } from '../../extremes.ts'

interface Track {
  readonly timescale: number
  /** The duration of a sample whose fragment states none. */
  readonly sampleDuration: number
}

const trackId = (trak: Uint8Array): number => {
  const tkhd = boxAt(trak, 'tkhd') ?? new Uint8Array()
  const fields = boxFields(tkhd, 4)
  fields.skip(tkhd[0] === 1 ? 16 : 8)
  return fields.uint32()
}

const mediaTimescale = (trak: Uint8Array): number => {
  const mdhd = boxAt(trak, 'mdia', 'mdhd') ?? new Uint8Array()
  const fields = boxFields(mdhd, 4)
  fields.skip(mdhd[0] === 1 ? 16 : 8)
  return fields.uint32()
}

const tracksOf = (moov: Uint8Array): ReadonlyMap<number, Track> => {
  const defaults = new Map<number, number>()
  for (const trex of boxesOf(boxAt(moov, 'mvex') ?? new Uint8Array(), 'trex')) {
    const fields = boxFields(trex.data, 4)
    const id = fields.uint32()
    fields.skip(4)
    defaults.set(id, fields.uint32())
  }
  const tracks = boxesOf(moov, 'trak').map(({ data }) => {
    const id = trackId(data)
    return [id, { timescale: mediaTimescale(data), sampleDuration: defaults.get(id) ?? 0 }] as const
  })
  return new Map(tracks)
}

const hasFlag = (data: Uint8Array, flag: number): boolean => (boxFields(data).uint32() & flag) !== 0

interface TrackFragment {
  readonly id: number
  /** Null: the track's own default. */
  readonly sampleDuration: number | null
}

const fragmentHeader = (tfhd: Uint8Array): TrackFragment => {
  const fields = boxFields(tfhd, 4)
  const id = fields.uint32()
  if (hasFlag(tfhd, 0x01)) fields.skip(8)
  if (hasFlag(tfhd, 0x02)) fields.skip(4)
  return { id, sampleDuration: hasFlag(tfhd, 0x08) ? fields.uint32() : null }
}

/** The sum of a run's sample durations. Each sample has up to four fields of four bytes; the first is its duration. */
const runDuration = (trun: Uint8Array, sampleDuration: number): number => {
  const fields = boxFields(trun, 4)
  const count = fields.uint32()
  if (!hasFlag(trun, 0x100)) return count * sampleDuration
  if (hasFlag(trun, 0x01)) fields.skip(4)
  if (hasFlag(trun, 0x04)) fields.skip(4)
  const others = [0x200, 0x400, 0x800].filter((flag) => hasFlag(trun, flag)).length
  let total = 0
  for (let sample = 0; sample < Math.min(count, trun.length / 4); sample += 1) {
    total += fields.uint32()
    fields.skip(4 * others)
  }
  return total
}

/** Seconds that a fragmented file plays: its longest track, summed over the fragments; 0 where those are too many. */
export const fragmentSeconds = (boxes: readonly Mp4Box[], moov: Uint8Array): number => {
  const tracks = tracksOf(moov)
  const seconds = new Map<number, number>()
  const fragments = boxes.filter(({ type }) => type === 'moof').flatMap(({ data }) => boxesOf(data, 'traf'))
  if (fragments.length > MOST_BOXES) return 0
  for (const { data: traf } of fragments) {
    const { id, sampleDuration } = fragmentHeader(boxAt(traf, 'tfhd') ?? new Uint8Array())
    const track = tracks.get(id)
    if (track === undefined || track.timescale === 0) continue
    const units = boxesOf(traf, 'trun').reduce(
      (sum, trun) => sum + runDuration(trun.data, sampleDuration ?? track.sampleDuration),
      0,
    )
    seconds.set(id, (seconds.get(id) ?? 0) + units / track.timescale)
  }
  return Math.max(0, largestOf(seconds.values()))
}
