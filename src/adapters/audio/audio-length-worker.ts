import { parentPort, workerData } from 'node:worker_threads'
import { parseBuffer } from 'music-metadata'
import { wavLength } from '../../domain/media/wav-length.ts'
import type { DeclaredLength } from '../../domain/transcription/audio-file.ts'

/** One file, whose length is the thread's last message. */
export interface AudioLengthJob {
  readonly bytes: Uint8Array
  readonly mimeType: string
}

/** The thread's first message: it has loaded its library and begins to read. */
export const BEGUN = 'begun'

const WAV = 'audio/wav'

const UNKNOWN: DeclaredLength = { seconds: null, bitsPerSecond: null }

const lengthOf = async ({ bytes, mimeType }: AudioLengthJob): Promise<DeclaredLength> => {
  // The library believes what the headers of a WAV file say of its samples.
  const proven = mimeType === WAV ? wavLength(bytes) : null
  if (proven !== null) return proven
  try {
    const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, { duration: true, skipCovers: true })
    return { seconds: format.duration ?? null, bitsPerSecond: null }
  } catch {
    return UNKNOWN
  }
}

parentPort?.postMessage(BEGUN)
parentPort?.postMessage(await lengthOf(workerData as AudioLengthJob))
