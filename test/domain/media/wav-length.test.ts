import { expect } from 'chai'
import fc from 'fast-check'
import { wavLength } from '../../../src/domain/media/wav-length.ts'
import { wavOf } from '../../../src/domain/media/wav.ts'
import { damaged } from '../../support/media/damaged.ts'
import { wavChunk, wavFile } from '../../support/media/wav-chunks.ts'

const RATE = 8_000

/** 16 bits mono: 16,000 bytes a second. */
const HONEST = { code: 1, channels: 1, rate: RATE, bytesPerSecond: 2 * RATE, frameBytes: 2, bits: 16 }

const format = (given: Partial<typeof HONEST> = {}): Buffer => {
  const { code, channels, rate, bytesPerSecond, frameBytes, bits } = { ...HONEST, ...given }
  const data = Buffer.alloc(16)
  data.writeUInt16LE(code, 0)
  data.writeUInt16LE(channels, 2)
  data.writeUInt32LE(rate, 4)
  data.writeUInt32LE(bytesPerSecond, 8)
  data.writeUInt16LE(frameBytes, 12)
  data.writeUInt16LE(bits, 14)
  return wavChunk('fmt ', data)
}

const soundOf = (seconds: number): Buffer => Buffer.alloc(seconds * 2 * RATE)

describe('the length of a WAV file', () => {
  it('is that of its samples, whatever stands beside them', () => {
    const wav = wavOf({ samples: soundOf(3), sampleRateHz: RATE, channels: 1 })
    expect(wavLength(wav)).to.deep.equal({ seconds: 3, bitsPerSecond: 128_000 })
    const list = wavChunk('LIST', Buffer.from('odd'))
    expect(wavLength(wavFile(list, format(), list, wavChunk('data', soundOf(3)), list))?.seconds).to.equal(3)
  })

  it('is not what a header says of the number of samples', () => {
    const oneSample = Buffer.from([1, 0, 0, 0])
    expect(wavLength(wavFile(format(), wavChunk('fact', oneSample), wavChunk('data', soundOf(9))))?.seconds).to.equal(9)
  })

  it('counts the sound of every chunk that has some', () => {
    expect(wavLength(wavFile(format(), wavChunk('data', soundOf(1)), wavChunk('data', soundOf(8))))?.seconds).to.equal(
      9,
    )
  })

  for (const [name, length] of Object.entries({
    'is open': 0,
    'is longer than the file': 900_000,
    'is unknown': 2 ** 32 - 1,
  })) {
    it(`goes to the end of the file where the length of the sound ${name}`, () => {
      expect(wavLength(wavFile(format(), wavChunk('data', soundOf(2), length)))?.seconds).to.equal(2)
    })
  }

  const unproven: Readonly<Record<string, readonly Uint8Array[]>> = {
    'more bytes a second than its samples have': [format({ bytesPerSecond: 2_000_000 })],
    'larger frames than its samples have': [format({ frameBytes: 64 })],
    'samples that are compressed': [format({ code: 2, bits: 4 })],
    'samples of a size that none have': [format({ bits: 65_535 })],
    'no channel': [format({ channels: 0, frameBytes: 0, bytesPerSecond: 0 })],
    'two formats': [format(), format({ rate: 192_000, bytesPerSecond: 384_000 })],
    'half a format': [wavChunk('fmt ', Buffer.alloc(8))],
    'no format': [],
  }
  for (const [name, formats] of Object.entries(unproven)) {
    it(`is not proven by a file that has ${name}`, () => {
      expect(wavLength(wavFile(...formats, wavChunk('data', soundOf(2))))).to.equal(null)
    })
  }

  it('is never more than the bytes hold, however the file is damaged', () => {
    const wav = Buffer.from(wavOf({ samples: soundOf(1), sampleRateHz: RATE, channels: 1 }))
    fc.assert(
      fc.property(damaged(wav), (broken) => {
        const length = wavLength(broken)
        return length === null || length.seconds * length.bitsPerSecond <= broken.length * 8
      }),
    )
  })
})
