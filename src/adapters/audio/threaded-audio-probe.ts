import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AudioProbe } from '../../application/ports/media/audio-probe.ts'
import { sharedLimiter } from '../../application/load/shared-limiter.ts'
import type { AudioFile, AudioFileFormat, DeclaredLength } from '../../domain/transcription/audio-file.ts'
import type { AudioLengthJob, BEGUN } from './audio-length-worker.ts'

interface ThreadedProbeOptions {
  /** How many files are read at once, one of each caller, and how many callers may wait. */
  readonly threads: number
  readonly queue: number
  /** How many files of one caller may wait. */
  readonly queueOfCaller: number
  /**
   * A thread that reads for this time, and more for each megabyte, is stopped: some broken files take the library
   * minutes.
   */
  readonly deadlineMs: number
  readonly deadlineMsPerMegabyte: number
  /** What the thread runs. */
  readonly program: URL
}

/** The largest file, whole and of many small frames, takes three seconds; on a busy machine several times that. */
const DEFAULTS: ThreadedProbeOptions = {
  threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  queue: 32,
  queueOfCaller: 15,
  deadlineMs: 2_500,
  deadlineMsPerMegabyte: 300,
  program: new URL('./audio-length-worker.ts', import.meta.url),
}

const MIME_TYPES: Readonly<Record<AudioFileFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
}

/** Until the thread reads: no file makes that longer, but a busy machine does. */
const START_MS = 30_000

/** Beside the file itself, which is outside this heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

const UNKNOWN: DeclaredLength = { seconds: null, bitsPerSecond: null, packedSeconds: null }

/** Reads one file on a thread of its own, which ends with it: by its answer, its fault or the deadline. */
const readOnThread = async (
  program: URL,
  { bytes, format }: AudioFile,
  deadlineMs: number,
): Promise<DeclaredLength> => {
  // The thread gets a copy, because a transfer of the original would empty the caller's array.
  const copy = Uint8Array.from(bytes)
  const job: AudioLengthJob = { bytes: copy, mimeType: MIME_TYPES[format] }
  const worker = new Worker(program, {
    workerData: job,
    transferList: [copy.buffer],
    resourceLimits: RESOURCE_LIMITS,
  })
  const { promise, resolve } = Promise.withResolvers<DeclaredLength>()
  let deadline = setTimeout(resolve, START_MS, UNKNOWN)
  worker.on('message', (message: typeof BEGUN | DeclaredLength) => {
    if (typeof message !== 'string') return resolve(message)
    clearTimeout(deadline)
    deadline = setTimeout(resolve, deadlineMs, UNKNOWN)
  })
  worker.on('error', () => resolve(UNKNOWN))
  worker.on('exit', () => resolve(UNKNOWN))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}

/** Reads the lengths of files by music-metadata, each on a thread that is stopped when it takes too long. */
export const threadedAudioProbe = (options: Partial<ThreadedProbeOptions> = {}): AudioProbe => {
  const { threads, queue, queueOfCaller, deadlineMs, deadlineMsPerMegabyte, program } = { ...DEFAULTS, ...options }
  const limited = sharedLimiter({
    ofAll: { maxConcurrent: threads, maxQueued: queue },
    ofCaller: { maxConcurrent: 1, maxQueued: queueOfCaller },
  })
  const deadlineOf = ({ bytes }: AudioFile): number => deadlineMs + (deadlineMsPerMegabyte * bytes.length) / 1_000_000
  return { lengthOf: (file, caller) => limited(caller, () => readOnThread(program, file, deadlineOf(file))) }
}
