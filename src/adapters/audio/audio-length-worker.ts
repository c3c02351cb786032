import { parentPort, workerData } from 'node:worker_threads'
import { parseBuffer } from 'music-metadata'
import { flacSeconds } from '../../domain/media/flac-length.ts'
import { opusSeconds } from '../../domain/media/opus-length.ts'
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

/** The formats of which the packets are read here: silence takes next to no bytes in them, whatever a header says. */
const packedSecondsOf = ({ bytes, mimeType }: AudioLengthJob): number | null => {
  switch (mimeType) {
    case 'audio/flac':
      return flacSeconds(bytes)
    case 'audio/ogg':
      return opusSeconds(bytes)
    default:
      return null
  }
}

const lengthOf = async (job: AudioLengthJob): Promise<DeclaredLength> => {
  const { bytes, mimeType } = job
  // The library believes what the headers of a WAV file say of its samples.
  const proven = mimeType === WAV ? wavLength(bytes) : null
  if (proven !== null) return { ...proven, packedSeconds: null }
  const packedSeconds = packedSecondsOf(job)
  try {
    const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, { duration: true, skipCovers: true })
    return { seconds: format.duration ?? packedSeconds, bitsPerSecond: null, packedSeconds }
  } catch {
    return { seconds: null, bitsPerSecond: null, packedSeconds }
  }
}

parentPort?.postMessage(BEGUN)
parentPort?.postMessage(await lengthOf(workerData as AudioLengthJob))
