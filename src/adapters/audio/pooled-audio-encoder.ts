import { availableParallelism } from 'node:os'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { AudioEncoder } from '../../application/ports/media/audio-encoder.ts'
import { wavOf } from '../../domain/media/wav.ts'
import { openMp3Pool } from './mp3-pool.ts'
import type { Mp3PoolOptions } from './mp3-pool.ts'
import { playablePcm } from './playable-pcm.ts'

export interface PooledAudioEncoder extends AudioEncoder {
  readonly close: () => Promise<void>
}

const DEFAULTS: Mp3PoolOptions = { threads: Math.max(1, Math.min(4, availableParallelism() - 1)), queue: 64 }

/** Encodes MP3 on threads beside the event loop. WAV and raw samples need one copy at most and no thread. */
export const pooledAudioEncoder = (options: Mp3PoolOptions = DEFAULTS): PooledAudioEncoder => {
  const pool = openMp3Pool(options)
  return {
    encode: async (pcm, format) => {
      const playable = playablePcm(pcm)
      if (isLeft(playable)) return playable
      switch (format) {
        case 'pcm':
          return right({ bytes: pcm.samples, mimeType: 'audio/pcm' })
        case 'wav':
          return right({ bytes: wavOf(pcm), mimeType: 'audio/wav' })
        case 'mp3': {
          const encoded = await pool.encode(pcm)
          return isLeft(encoded) ? encoded : right({ bytes: encoded.right, mimeType: 'audio/mpeg' })
        }
      }
    },
    close: pool.close,
  }
}
