import { parentPort } from 'node:worker_threads'
import { thrownMessage } from '../../application/thrown-message.ts'
import type { Pcm } from '../../domain/media/pcm.ts'
import { loadMp3Encoder } from './mp3-encoding.ts'

/** Each message is one sound, and each reply is its MP3, in order. */
export type Mp3Job = Pcm

export type Mp3Result =
  | { readonly tag: 'encoded'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly tag: 'refused'; readonly message: string }

const encode = await loadMp3Encoder()

const answerTo = (job: Mp3Job): Mp3Result => {
  try {
    return { tag: 'encoded', bytes: encode(job) }
  } catch (thrown) {
    return { tag: 'refused', message: thrownMessage(thrown) }
  }
}

parentPort?.on('message', (job: Mp3Job) => {
  const answer = answerTo(job)
  parentPort?.postMessage(answer, answer.tag === 'encoded' ? [answer.bytes.buffer] : [])
})
