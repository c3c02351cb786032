import { expect } from 'chai'
import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { pcmSeconds } from '../../support/media/pcm-seconds.ts'
import type { Pcm } from '../../../src/domain/media/pcm.ts'
import { pcmOfWav, wavOf } from '../../../src/domain/media/wav.ts'
import { describeBytes, HAS_FFPROBE, HAS_FILE, probe } from '../../support/processes/external-tools.ts'
import { damaged } from '../../support/media/damaged.ts'
import { wavChunk, wavFile } from '../../support/media/wav-chunks.ts'

const PCM: Pcm = { samples: Buffer.alloc(48_000, 'ab'), sampleRateHz: 24_000, channels: 1 }

const format = (code: number, channels: number, bits: number, extra: Uint8Array = new Uint8Array()): Buffer => {
  const data = Buffer.alloc(16)
  data.writeUInt16LE(code, 0)
  data.writeUInt16LE(channels, 2)
  data.writeUInt32LE(24_000, 4)
  data.writeUInt16LE(bits, 14)
  return wavChunk('fmt ', Buffer.concat([data, extra]))
}

const samplesOf = (bytes: Uint8Array): readonly number[] | string => {
  const result = pcmOfWav(bytes)
  if (isLeft(result)) return result.left.tag
  const { samples } = result.right
  return Array.from({ length: samples.length / 2 }, (_, index) => Buffer.from(samples).readInt16LE(index * 2))
}

const of16 = (...values: readonly number[]): Buffer => Buffer.from(Int16Array.from(values).buffer)

describe('WAV', () => {
  it('is written as others read it', async () => {
    const wav = wavOf(PCM)
    expect(wav.length).to.equal(44 + 48_000)
    if (HAS_FILE) expect(await describeBytes(wav)).to.match(/WAVE audio, Microsoft PCM, 16 bit, mono 24000 Hz/)
    if (HAS_FFPROBE) expect((await probe(wav)).format.duration).to.equal('1.000000')
  })

  it('gives back what was written', () => {
    const back = pcmOfWav(wavOf({ ...PCM, channels: 2 }))
    if (!isRight(back)) throw new Error(back.left.tag)
    expect([back.right.sampleRateHz, back.right.channels, pcmSeconds(back.right)]).to.deep.equal([24_000, 2, 0.5])
    expect(Buffer.compare(back.right.samples, PCM.samples)).to.equal(0)
  })

  it('finds the sound among other chunks', () => {
    const noise = [wavChunk('LIST', Buffer.from('odd')), wavChunk('fact', Buffer.alloc(4))]
    expect(
      samplesOf(wavFile(...noise, format(1, 1, 16), ...noise, wavChunk('data', of16(1, -2)), ...noise)),
    ).to.deep.equal([1, -2])
  })

  it('takes an open length for "to the end"', () => {
    for (const length of [0, 0xffffffff, 0x7fffffff, 0xfffffff5]) {
      expect(samplesOf(wavFile(format(1, 1, 16), wavChunk('data', of16(5, 6, 7), length)))).to.deep.equal([5, 6, 7])
    }
  })

  it('knows a cut file from a whole one', () => {
    const whole = wavOf(PCM)
    expect(samplesOf(whole.subarray(0, -1))).to.equal('truncated_wav')
    expect(samplesOf(whole.subarray(0, 40))).to.equal('truncated_wav')
    expect(samplesOf(whole.subarray(0, 20))).to.equal('invalid_wav')
  })

  it('turns other widths into 16 bits', () => {
    const read = (code: number, bits: number, data: Uint8Array) =>
      samplesOf(wavFile(format(code, 1, bits), wavChunk('data', data)))
    expect(read(1, 8, Buffer.from([0, 128, 255]))).to.deep.equal([-32_768, 0, 32_512])
    expect(read(1, 24, Buffer.from([9, 0x34, 0x12, 0, 0, 0x80]))).to.deep.equal([0x1234, -32_768])
    expect(read(1, 32, Buffer.from([9, 9, 0x34, 0x12]))).to.deep.equal([0x1234])
    expect(read(3, 32, Buffer.from(Float32Array.from([0, 1, -1, 7]).buffer))).to.deep.equal([
      0, 32_767, -32_767, 32_767,
    ])
  })

  it('reads the extensible layout by its inner code', () => {
    const guid = Buffer.alloc(24)
    guid.writeUInt16LE(1, 8)
    expect(samplesOf(wavFile(format(0xfffe, 1, 16, guid), wavChunk('data', of16(3))))).to.deep.equal([3])
  })

  it('drops a frame that is not whole', () => {
    expect(samplesOf(wavFile(format(1, 2, 16), wavChunk('data', of16(1, 2, 3))))).to.deep.equal([1, 2])
  })

  it('refuses what it cannot play', () => {
    const data = wavChunk('data', of16(1))
    for (const bytes of [
      Buffer.from('{"error":"x"}'),
      wavFile(data),
      wavFile(format(6, 1, 8), data),
      wavFile(format(1, 6, 16), data),
      wavFile(format(1, 0, 16), data),
      wavFile(format(1, 1, 12), data),
      wavFile(format(3, 1, 64), data),
    ]) {
      expect(samplesOf(bytes)).to.equal('invalid_wav')
    }
  })

  it('survives anything', () => {
    const whole = wavOf({ ...PCM, samples: PCM.samples.subarray(0, 64) })
    fc.assert(
      fc.property(damaged(whole), (broken) => {
        const result = pcmOfWav(broken)
        expect(isLeft(result) || result.right.samples.length % 2 === 0).to.equal(true)
      }),
      { numRuns: 500 },
    )
  })
})
