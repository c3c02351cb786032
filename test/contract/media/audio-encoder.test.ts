import { pooledAudioEncoder } from '../../../src/adapters/audio/pooled-audio-encoder.ts'
import type { PooledAudioEncoder } from '../../../src/adapters/audio/pooled-audio-encoder.ts'
import { inlineAudioEncoder } from '../../twins/media/inline-audio-encoder.ts'
import { audioEncoderContract } from './audio-encoder.ts'

describe('audio encoder contract: inline', () => {
  audioEncoderContract(inlineAudioEncoder)
})

describe('audio encoder contract: pooled', () => {
  let encoder: PooledAudioEncoder
  before(() => {
    encoder = pooledAudioEncoder()
  })
  after(() => encoder.close())

  audioEncoderContract(() => encoder)
})
