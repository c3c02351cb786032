import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { loadMp3Encoder } from '../../../src/adapters/audio/mp3-encoding.ts'
import { playablePcm } from '../../../src/adapters/audio/playable-pcm.ts'
import type { AudioEncoder } from '../../../src/application/ports/media/audio-encoder.ts'
import { wavOf } from '../../../src/domain/media/wav.ts'

/** Encodes on the caller's thread. */
export const inlineAudioEncoder = (): AudioEncoder => ({
  encode: async (pcm, format) => {
    const playable = playablePcm(pcm)
    if (isLeft(playable)) return playable
    if (format === 'pcm') return right({ bytes: pcm.samples, mimeType: 'audio/pcm' })
    if (format === 'wav') return right({ bytes: wavOf(pcm), mimeType: 'audio/wav' })
    const encode = await loadMp3Encoder()
    try {
      return right({ bytes: encode(pcm), mimeType: 'audio/mpeg' })
    } catch (thrown) {
      return left({ tag: 'invalid_audio', message: String(thrown) })
    }
  },
})
