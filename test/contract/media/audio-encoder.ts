import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { AudioEncoder } from '../../../src/application/ports/media/audio-encoder.ts'
import { fileFormatOf } from '../../../src/domain/media/file-format.ts'
import type { Pcm } from '../../../src/domain/media/pcm.ts'
import { pcmOfWav } from '../../../src/domain/media/wav.ts'
import { HAS_FFPROBE, probe } from '../../support/processes/external-tools.ts'

export const tone = (seconds: number, sampleRateHz = 24_000, channels: 1 | 2 = 1): Pcm => {
  const samples = Buffer.alloc(Math.round(seconds * sampleRateHz) * 2 * channels)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(Math.round(9000 * Math.sin(at / 20)), at)
  return { samples, sampleRateHz, channels }
}

/** What every encoder of sound does. */
export const audioEncoderContract = (subject: () => AudioEncoder): void => {
  for (const [rate, channels] of [
    [24_000, 1],
    [24_000, 2],
    [44_100, 2],
    [48_000, 1],
    [8000, 1],
  ] as const) {
    it(`makes MP3 of ${rate} Hz in ${channels} that others can play`, async () => {
      const result = await subject().encode(tone(1.5, rate, channels), 'mp3')
      if (isLeft(result)) throw new Error(result.left.message)
      expect(result.right.mimeType).to.equal('audio/mpeg')
      expect(fileFormatOf(result.right.bytes)).to.equal('audio/mpeg')
      const kilobits = (result.right.bytes.length * 8) / 1500
      expect(kilobits).to.be.within(48 * channels, 80 * channels)
      if (!HAS_FFPROBE) return
      const { streams, format } = await probe(result.right.bytes)
      expect(streams[0]).to.include({ codec_name: 'mp3', channels, sample_rate: String(rate) })
      expect(Number(format.duration)).to.be.within(1.5, 1.7)
    })
  }

  it('makes WAV that holds the very same samples', async () => {
    const pcm = tone(0.5, 16_000, 2)
    const result = await subject().encode(pcm, 'wav')
    if (isLeft(result)) throw new Error(result.left.message)
    expect(result.right.mimeType).to.equal('audio/wav')
    const back = pcmOfWav(result.right.bytes)
    expect(isRight(back) && back.right.sampleRateHz).to.equal(16_000)
    expect(isRight(back) && Buffer.compare(back.right.samples, pcm.samples)).to.equal(0)
  })

  it('gives raw samples as they are', async () => {
    const pcm = tone(0.1)
    const result = await subject().encode(pcm, 'pcm')
    expect(isRight(result) && result.right.mimeType).to.equal('audio/pcm')
    expect(isRight(result) && Buffer.compare(result.right.bytes, pcm.samples)).to.equal(0)
  })

  it('leaves the samples to the caller, and encodes many at once without mixing them up', async () => {
    const sounds = [tone(0.2), tone(0.4), tone(0.8), tone(1.6)]
    const before = sounds.map(({ samples }) => Buffer.from(samples))
    const encoder = subject()
    const results = await Promise.all(sounds.map((pcm) => encoder.encode(pcm, 'mp3')))
    const sizes = results.map((result) => (isRight(result) ? result.right.bytes.length : 0))
    expect(sizes)
      .to.deep.equal(sizes.toSorted((one, other) => one - other))
      .and.to.not.include(0)
    expect(sounds.every(({ samples }, index) => before[index]?.equals(samples))).to.equal(true)
  })

  it("refuses silence of no length, cut samples, and rates that are no sound's", async () => {
    for (const pcm of [
      tone(0),
      { ...tone(0.1), samples: new Uint8Array(3) },
      { ...tone(0.1, 24_000, 2), samples: new Uint8Array(6) },
      tone(0.1, 7),
    ]) {
      const result = await subject().encode(pcm, 'mp3')
      expect(isLeft(result) && result.left.tag).to.equal('invalid_audio')
    }
    const afterwards = await subject().encode(tone(0.1), 'mp3')
    expect(isRight(afterwards)).to.equal(true)
  })
}
