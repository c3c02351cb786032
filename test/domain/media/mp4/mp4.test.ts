import { expect } from 'chai'
import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { box, fullBox, text, uint, zeros } from '../../../../src/adapters/providers/sandbox/media/mp4-box.ts'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { readMp4 } from '../../../../src/domain/media/mp4/mp4.ts'
import { damaged } from '../../../support/media/damaged.ts'

const KIND = box('ftyp', [text('isom'), uint(512, 4)])
const MEDIA = box('mdat', [zeros(8)])

const long = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

const version1 = (type: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  box(type, [uint(0x01000000, 4), ...parts])

/** A box with a 64-bit length. */
const longBox = (type: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint(1, 4), text(type), long(BigInt(content.length + 16)), content])
}

const movieHeader = (timescale: number, duration: number): Uint8Array =>
  fullBox('mvhd', 0, [zeros(8), uint(timescale, 4), uint(duration, 4), zeros(80)])

const file = (...boxes: readonly Uint8Array[]): Uint8Array => Buffer.concat([KIND, ...boxes])

const facts = (bytes: Uint8Array): string | number => {
  const result = readMp4(bytes)
  return isLeft(result) ? result.left.tag : result.right.seconds
}

const track = (id: number, timescale: number, width: number, height: number): Uint8Array =>
  box('trak', [
    fullBox('tkhd', 3, [zeros(8), uint(id, 4), zeros(60), uint(width, 2), zeros(2), uint(height, 2), zeros(2)]),
    box('mdia', [fullBox('mdhd', 0, [zeros(8), uint(timescale, 4), zeros(8)])]),
  ])

describe('MP4', () => {
  it('plays as long as its header says', () => {
    expect(facts(file(box('moov', [movieHeader(600, 3000)]), MEDIA))).to.equal(5)
    expect(facts(file(MEDIA, box('moov', [movieHeader(1000, 4040)])))).to.equal(4.04)
  })

  it('has 64-bit times in version 1, and 64-bit lengths of boxes', () => {
    const header = version1('mvhd', zeros(16), uint(90_000, 4), long(90_000n * 8n), zeros(80))
    expect(facts(file(longBox('moov', header), longBox('mdat', zeros(4))))).to.equal(8)
  })

  it('may end in a box of open length', () => {
    const open = Buffer.concat([uint(0, 4), text('mdat'), zeros(100)])
    expect(facts(file(box('moov', [movieHeader(600, 600)]), open))).to.equal(1)
  })

  it('has the size of its first track that has one', () => {
    const moov = box('moov', [movieHeader(1, 4), track(1, 48_000, 0, 0), track(2, 24, 1280, 720)])
    const result = readMp4(file(moov, MEDIA))
    expect(!isLeft(result) && result.right).to.deep.equal({ seconds: 4, size: { width: 1280, height: 720 } })
    const sound = readMp4(file(box('moov', [movieHeader(1, 4), track(1, 48_000, 0, 0)]), MEDIA))
    expect(!isLeft(sound) && sound.right.size).to.equal(null)
  })

  it('in fragments, plays as long as announced', () => {
    for (const unknown of [0, 0xffffffff]) {
      const extends32 = box('mvex', [fullBox('mehd', 0, [uint(6000, 4)])])
      expect(facts(file(box('moov', [movieHeader(1000, unknown), extends32]), MEDIA))).to.equal(6)
    }
    const extends64 = box('mvex', [version1('mehd', long(7000n))])
    expect(facts(file(box('moov', [movieHeader(1000, 0), extends64]), MEDIA))).to.equal(7)
  })

  it('in fragments without announcement, plays as long as its longest track', () => {
    const defaults = (id: number, duration: number) =>
      fullBox('trex', 0, [uint(id, 4), uint(1, 4), uint(duration, 4), zeros(8)])
    const moov = box('moov', [
      movieHeader(1000, 0),
      box('mvex', [defaults(1, 512), defaults(2, 1024)]),
      track(1, 12_288, 640, 360),
      track(2, 48_000, 0, 0),
    ])
    const fragment = (header: Uint8Array, run: Uint8Array) => box('moof', [box('traf', [header, run])])
    const byDefault = fragment(fullBox('tfhd', 0x020000, [uint(1, 4)]), fullBox('trun', 0, [uint(24, 4)]))
    const byFragment = fragment(
      fullBox('tfhd', 0x0a, [uint(1, 4), uint(9, 4), uint(1024, 4)]),
      fullBox('trun', 1, [uint(12, 4), uint(0, 4)]),
    )
    const rows = [uint(12_288, 4), uint(77, 4), uint(6144, 4), uint(77, 4)]
    const bySample = fragment(
      fullBox('tfhd', 0, [uint(1, 4)]),
      fullBox('trun', 0x305, [uint(2, 4), uint(0, 4), uint(0, 4), ...rows]),
    )
    const sound = fragment(fullBox('tfhd', 0, [uint(2, 4)]), fullBox('trun', 0, [uint(47, 4)]))
    expect(facts(file(moov, byDefault, MEDIA, byFragment, MEDIA, bySample, MEDIA, sound, MEDIA))).to.equal(1 + 1 + 1.5)
  })

  it('is truncated when a part is missing, wherever it is cut', () => {
    const whole = sandboxMp4('a cat', 64, 64, 1)
    expect(facts(whole)).to.equal(1)
    for (let length = 12; length < whole.length; length += 1) {
      expect(facts(whole.subarray(0, length)), String(length)).to.equal('truncated_mp4')
    }
    expect(facts(file(box('moov', [movieHeader(600, 600)])))).to.equal('truncated_mp4')
    expect(facts(file(box('moov', [movieHeader(600, 0)]), MEDIA))).to.equal('truncated_mp4')
  })

  it('may have any number of tracks', () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => index + 1)
    const tracks = numbers.map((id) => track(id, 1, 0, 0))
    const fragments = numbers.map((id) =>
      box('traf', [fullBox('tfhd', 0x08, [uint(id, 4), uint(2, 4)]), fullBox('trun', 0, [uint(1, 4)])]),
    )
    expect(facts(file(box('moov', [movieHeader(600, 0), ...tracks]), box('moof', fragments), MEDIA))).to.equal(2)
  })

  it('has no facts where its boxes are more than any description needs', () => {
    const moov = box('moov', [movieHeader(600, 600)])
    const empty = (type: string, count: number) => Array.from({ length: count }, () => box(type, []))
    expect(facts(file(moov, MEDIA, ...empty('free', 19_997)))).to.equal(1)
    expect(facts(file(moov, MEDIA, ...empty('free', 19_998)))).to.equal('truncated_mp4')
    const fragmented = box('moov', [movieHeader(600, 0), track(1, 1, 0, 0)])
    const fragment = box('traf', [fullBox('tfhd', 0x08, [uint(1, 4), uint(1, 4)]), fullBox('trun', 0, [uint(1, 4)])])
    const many = box(
      'moof',
      Array.from({ length: 10_000 }, () => fragment),
    )
    expect(facts(file(fragmented, many, many, MEDIA))).to.equal(20_000)
    expect(facts(file(fragmented, many, many, box('moof', [fragment]), MEDIA))).to.equal('truncated_mp4')
  })

  it('is not everything that arrives', () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('{"error":{}}'),
      file(box('moov', []), MEDIA),
      file(box('moov', [movieHeader(0, 5)]), MEDIA),
    ]) {
      expect(facts(bytes)).to.equal('invalid_mp4')
    }
  })

  it('survives anything', () => {
    const whole = sandboxMp4('a cat', 16, 16, 0.2)
    fc.assert(
      fc.property(damaged(whole), (broken) => {
        const found = facts(broken)
        expect(typeof found === 'string' || (Number.isFinite(found) && found > 0)).to.equal(true)
      }),
      { numRuns: 1000 },
    )
  })
})
