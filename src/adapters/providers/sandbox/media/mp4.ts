import { MAX_REPEATS, stillVideo } from './h264.ts'
import type { StillVideo } from './h264.ts'
import { box, fullBox, tableBox, text, uint, zeros } from './mp4-box.ts'
import { promptColours } from './prompt-colour.ts'

const FRAMES_PER_SECOND = 24
const MOVIE_TIMESCALE = 1000
const NO_TURN = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map((value) => uint(value, 4))
/** 72 dots an inch in 16.16 fixed point, as everyone writes. */
const RESOLUTION = 0x480000
const LANGUAGE_UNDETERMINED = 0x55c4

interface Shape {
  readonly width: number
  readonly height: number
  readonly frames: number
}

/** Frames in a file are prefixed by their length. */
const sample = (unit: Uint8Array): Uint8Array => Buffer.concat([uint(unit.length, 4), unit])

const isKeyFrame = (frame: number): boolean => frame % (MAX_REPEATS + 1) === 0

const samplesOf = (video: StillVideo, frames: number): readonly Uint8Array[] =>
  Array.from({ length: frames }, (_, frame) =>
    sample(isKeyFrame(frame) ? video.keyFrame : video.repeatFrame(frame % (MAX_REPEATS + 1))),
  )

const sampleDescription = ({ width, height }: Shape, { sps, pps }: StillVideo): Uint8Array => {
  const profile = sps.subarray(1, 4)
  const sets = [uint(0xe1, 1), uint(sps.length, 2), sps, uint(1, 1), uint(pps.length, 2), pps]
  const decoder = box('avcC', [uint(1, 1), profile, uint(0xff, 1), ...sets])
  const size = [uint(width, 2), uint(height, 2), uint(RESOLUTION, 4), uint(RESOLUTION, 4)]
  const ending = [zeros(4), uint(1, 2), zeros(32), uint(24, 2), uint(0xffff, 2)]
  const entry = box('avc1', [zeros(6), uint(1, 2), zeros(16), ...size, ...ending, decoder])
  return fullBox('stsd', 0, [uint(1, 4), entry])
}

const sampleTable = (
  shape: Shape,
  video: StillVideo,
  samples: readonly Uint8Array[],
  mediaOffset: number,
): Uint8Array => {
  const keyFrames = samples.flatMap((_, frame) => (isKeyFrame(frame) ? [[frame + 1]] : []))
  return box('stbl', [
    sampleDescription(shape, video),
    tableBox('stts', [[samples.length, 1]]),
    tableBox('stss', keyFrames),
    tableBox('stsc', [[1, samples.length, 1]]),
    fullBox('stsz', 0, [zeros(4), uint(samples.length, 4), ...samples.map(({ length }) => uint(length, 4))]),
    tableBox('stco', [[mediaOffset]]),
  ])
}

const movie = (shape: Shape, sampleTableBox: Uint8Array): Uint8Array => {
  const duration = uint(Math.round((shape.frames / FRAMES_PER_SECOND) * MOVIE_TIMESCALE), 4)
  const speedAndVolume = [uint(0x10000, 4), uint(0x100, 2)]
  const movieTimes = [zeros(8), uint(MOVIE_TIMESCALE, 4), duration]
  const nextTrack = uint(2, 4)
  const movieHeader = fullBox('mvhd', 0, [
    ...movieTimes,
    ...speedAndVolume,
    zeros(10),
    ...NO_TURN,
    zeros(24),
    nextTrack,
  ])
  const trackTimes = [zeros(8), uint(1, 4), zeros(4), duration]
  const size = [uint(shape.width, 2), zeros(2), uint(shape.height, 2), zeros(2)]
  const trackHeader = fullBox('tkhd', 3, [...trackTimes, zeros(16), ...NO_TURN, ...size])
  const times = [zeros(8), uint(FRAMES_PER_SECOND, 4), uint(shape.frames, 4)]
  const mediaHeader = fullBox('mdhd', 0, [...times, uint(LANGUAGE_UNDETERMINED, 2), zeros(2)])
  const handler = fullBox('hdlr', 0, [zeros(4), text('vide'), zeros(12), text('VideoHandler\0')])
  const dataHere = box('dinf', [fullBox('dref', 0, [uint(1, 4), fullBox('url ', 1, [])])])
  const information = box('minf', [fullBox('vmhd', 1, [zeros(8)]), dataHere, sampleTableBox])
  return box('moov', [movieHeader, box('trak', [trackHeader, box('mdia', [mediaHeader, handler, information])])])
}

/**
 * A valid MP4 of that length and size: one plain colour from the prompt in H.264, without sound, a few kilobytes
 * a second. The description comes before the frames, so players can begin before they have it all. Odd sizes
 * are rounded up to even ones, as the format has no others.
 */
export const sandboxMp4 = (prompt: string, width: number, height: number, seconds: number): Uint8Array => {
  const shape: Shape = {
    width: width + (width % 2),
    height: height + (height % 2),
    frames: Math.max(1, Math.round(seconds * FRAMES_PER_SECOND)),
  }
  const [colour] = promptColours(prompt)
  const video = stillVideo(colour, shape.width, shape.height)
  const samples = samplesOf(video, shape.frames)
  const kind = box('ftyp', [text('isom'), uint(512, 4), text('isomiso2avc1mp41')])
  const movieAt = (mediaOffset: number): Uint8Array => movie(shape, sampleTable(shape, video, samples, mediaOffset))
  // The description holds the place of the frames, which depends on its own length but not on that number.
  const mediaOffset = kind.length + movieAt(0).length + 8
  return Buffer.concat([kind, movieAt(mediaOffset), box('mdat', samples)])
}
