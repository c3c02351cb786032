import { bitWriter } from './bit-writer.ts'
import type { BitWriter } from './bit-writer.ts'
import type { Colour } from './prompt-colour.ts'

/** One still, plain frame in H.264, constrained baseline profile. */
export interface StillVideo {
  readonly sps: Uint8Array
  readonly pps: Uint8Array
  /** A whole frame, decodable by itself. */
  readonly keyFrame: Uint8Array
  /** The same frame again; `index` counts from 1 after a key frame. */
  readonly repeatFrame: (index: number) => Uint8Array
}

/** The largest index a repeated frame may have, as frame numbers have eight bits. */
export const MAX_REPEATS = 255

const PROFILE_BASELINE = 66
const CONSTRAINED = 0xc0
/** 5.1: any size a video model offers. */
const LEVEL = 51
const BLOCK_PX = 16

const SLICE_P = 5
const SLICE_I = 7
const I_PCM = 25

/** A start byte and the payload, with a 3 put in wherever two zero bytes would make it look like a marker. */
const unit = (header: number, payload: Uint8Array): Uint8Array => {
  const out = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(out)
}

const sequenceParameters = (width: number, height: number): Uint8Array => {
  const writer = bitWriter()
  const [columns, rows] = [Math.ceil(width / BLOCK_PX), Math.ceil(height / BLOCK_PX)]
  writer.bits(PROFILE_BASELINE, 8)
  writer.bits(CONSTRAINED, 8)
  writer.bits(LEVEL, 8)
  writer.ue(0) // id
  writer.ue(4) // frame numbers have 8 bits
  writer.ue(2) // shown in the order they are decoded
  writer.ue(1) // one reference frame
  writer.bits(0, 1) // no gaps in frame numbers
  writer.ue(columns - 1)
  writer.ue(rows - 1)
  writer.bits(0b11, 2) // frames only; direct 8x8 inference
  writer.bits(1, 1) // the blocks that hang over the edge are cut off, in steps of two pixels
  writer.ue(0)
  writer.ue((columns * BLOCK_PX - width) / 2)
  writer.ue(0)
  writer.ue((rows * BLOCK_PX - height) / 2)
  writer.bits(0, 1) // no further description
  return unit(0x67, writer.finish())
}

const pictureParameters = (): Uint8Array => {
  const writer = bitWriter()
  writer.ue(0) // id
  writer.ue(0) // of sequence 0
  writer.bits(0, 2) // CAVLC; no bottom field
  writer.ue(0) // one slice group
  writer.ue(0)
  writer.ue(0)
  writer.bits(0, 3) // no weighted prediction
  for (let offset = 0; offset < 3; offset += 1) writer.ue(0) // quantisers as they are
  writer.bits(0b100, 3) // slices say whether they are deblocked
  return unit(0x68, writer.finish())
}

const sliceHeader = (writer: BitWriter, type: number, frameNumber: number): void => {
  writer.ue(0) // from the first block on
  writer.ue(type)
  writer.ue(0) // picture parameters 0
  writer.bits(frameNumber, 8)
  if (type === SLICE_I) writer.ue(0) // id of this key frame
  // Key frame: two flags of reference marking. Repeat: no override, no reordering, no marking.
  writer.bits(0, type === SLICE_I ? 2 : 3)
  writer.ue(0) // the quantiser as it is
  writer.ue(1) // no deblocking
}

/**
 * The first block holds its pixels as they are. Every other is predicted from its neighbours' average with
 * nothing added, so the colour spreads over the frame at one byte a block. The blocks right of and below the
 * first spell "nothing added" in the long code that a full neighbour demands.
 */
const keySlice = (columns: number, rows: number, yuv: Colour): Uint8Array => {
  const writer = bitWriter()
  sliceHeader(writer, SLICE_I, 0)
  writer.ue(I_PCM)
  writer.align()
  writer.byte(yuv[0], 256)
  writer.byte(yuv[1], 64)
  writer.byte(yuv[2], 64)
  for (let block = 1; block < columns * rows; block += 1) {
    writer.bits(0b0010011, 7) // 16x16 by the average; chroma by the average; quantiser unchanged
    if (block === 1 || block === columns) writer.bits(0b000011, 6)
    else writer.bits(1, 1)
  }
  return unit(0x65, writer.finish())
}

const repeatSlice = (blocks: number, index: number): Uint8Array => {
  const writer = bitWriter()
  sliceHeader(writer, SLICE_P, index)
  writer.ue(blocks) // all blocks skipped
  return unit(0x41, writer.finish())
}

const clamp = (value: number): number => Math.max(16, Math.min(235, Math.round(value)))

const toYuv = ([red, green, blue]: Colour): Colour => [
  clamp(16 + 0.257 * red + 0.504 * green + 0.098 * blue),
  clamp(128 - 0.148 * red - 0.291 * green + 0.439 * blue),
  clamp(128 + 0.439 * red - 0.368 * green - 0.071 * blue),
]

/** Width and height must be even. */
export const stillVideo = (colour: Colour, width: number, height: number): StillVideo => {
  const [columns, rows] = [Math.ceil(width / BLOCK_PX), Math.ceil(height / BLOCK_PX)]
  return {
    sps: sequenceParameters(width, height),
    pps: pictureParameters(),
    keyFrame: keySlice(columns, rows, toYuv(colour)),
    repeatFrame: (index) => repeatSlice(columns * rows, index),
  }
}
