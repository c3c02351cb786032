import { expect } from 'chai'
import { opusSeconds } from '../../../src/domain/media/opus-length.ts'
import { oggOfSeconds } from '../../support/media/recordings.ts'

/** A page of these packets, each shorter than a segment. */
const page = (packets: readonly (readonly number[])[], flags = 0): Buffer => {
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head[5] = flags
  head[26] = packets.length
  return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), Buffer.from(packets.flat())])
}

const BEGIN = page([[...Buffer.from('OpusHead\x01\x01')]], 2)

const secondsOf = (...pages: readonly Buffer[]): number | null => opusSeconds(Buffer.concat([BEGIN, ...pages]))

describe('the length of an Ogg file of Opus', () => {
  it('is that of its packets, whatever its pages say of the time', () => {
    for (const says of [0.1, 4, 9_000]) expect(opusSeconds(oggOfSeconds(says, 10))).to.equal(0.2)
  })

  it('counts the frames of a packet by its head', () => {
    // The configurations 31, 3, 13 and 16; one frame, two, and as many as the second byte says.
    expect(secondsOf(page([[0xf8]]))).to.equal(0.02)
    expect(secondsOf(page([[0x18]]))).to.equal(0.06)
    expect(secondsOf(page([[0x69], [0x6a, 1]]))).to.equal(0.08)
    expect(secondsOf(page([[0x83, 4]]))).to.equal(0.01)
    expect(secondsOf(page([[0x1b, 2]]))).to.equal(0.12)
  })

  it('holds two minutes in a thousand packets of silence, of two bytes each', () => {
    const silence = Array.from({ length: 250 }, () => [0x1b, 2])
    const bytes = Buffer.concat([BEGIN, ...Array.from({ length: 4 }, () => page(silence))])
    expect(opusSeconds(bytes)).to.be.closeTo(120, 0.001)
    expect(bytes.length).to.be.below(4_000)
  })

  it('counts no packet that no decoder takes, and none that began in the page before', () => {
    expect(secondsOf(page([[0x1b, 3], [0xf8], []]))).to.equal(0.02)
    expect(secondsOf(page([[0xf8], [0xf8]], 1))).to.equal(0.02)
  })

  it('is none without a packet, in half a page, and where a stream is not Opus', () => {
    const vorbis = page([[...Buffer.from('\x01vorbis')]], 2)
    expect(secondsOf()).to.equal(null)
    expect(secondsOf(page([[0xf8]]).subarray(0, 20))).to.equal(null)
    expect(secondsOf(vorbis, page([[0xf8]]))).to.equal(null)
    expect(opusSeconds(new Uint8Array())).to.equal(null)
  })
})
