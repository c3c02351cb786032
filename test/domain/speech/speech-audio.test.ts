import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { wavOf } from '../../../src/domain/media/wav.ts'
import { parseSpeechAudio } from '../../../src/domain/speech/speech-audio.ts'

const samples = new Uint8Array([1, 0, 2, 0, 3, 0, 4, 0])
const wav = wavOf({ samples, sampleRateHz: 16_000, channels: 1 })
const mp3 = new Uint8Array([0xff, 0xfb, 0x90, 0x00, 0, 0])

describe('the sound of an answer', () => {
  const read: readonly (readonly [string, Uint8Array, string, number | 'mp3'])[] = [
    ['samples at the provider’s rate', samples, 'audio/L16;codec=pcm;rate=22050', 22_050],
    ['samples at the usual rate', samples, 'audio/pcm', 24_000],
    ['a WAV, by its own rate', wav, 'audio/wav', 16_000],
    ['a WAV that is called samples', wav, 'audio/L16;rate=24000', 16_000],
    ['a WAV that is called anything', wav, 'application/octet-stream', 16_000],
    ['an MP3', mp3, 'audio/mpeg', 'mp3'],
    ['samples that begin like an MP3', mp3, 'audio/L16; rate=8000', 8_000],
  ]
  for (const [name, audio, mimeType, expected] of read) {
    it(name, () => {
      const sound = parseSpeechAudio(audio, mimeType)
      if (isLeft(sound)) throw new Error(sound.left.message)
      expect(sound.right.tag === 'mp3' ? 'mp3' : sound.right.pcm.sampleRateHz).to.equal(expected)
    })
  }

  it('has as many channels as its type states', () => {
    const stereo = parseSpeechAudio(samples, 'audio/L16;rate=8000;channels=2')
    expect(isRight(stereo) && stereo.right.tag === 'pcm' && stereo.right.pcm.channels).to.equal(2)
  })

  const unreadable: readonly (readonly [string, Uint8Array, string])[] = [
    ['half a sample', samples.subarray(0, 7), 'audio/L16'],
    ['no samples', new Uint8Array(), 'audio/pcm'],
    ['a cut WAV', wav.subarray(0, 48), 'audio/wav'],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'audio/wav'],
    ['text', new TextEncoder().encode('sorry'), 'audio/mpeg'],
    ['a kind that is not read', samples, 'audio/ogg'],
    ['five channels', samples, 'audio/L16;channels=5'],
  ]
  for (const [name, audio, mimeType] of unreadable) {
    it(`is none: ${name}`, () => expect(isLeft(parseSpeechAudio(audio, mimeType))).to.equal(true))
  }
})
