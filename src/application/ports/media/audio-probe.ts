import type { Either } from 'fp-ts/lib/Either.js'
import type { AudioFile, DeclaredLength } from '../../../domain/transcription/audio-file.ts'

/**
 * Reads what a file says of its own length, without delaying other requests, within bounds of time and memory: a file
 * that takes longer has a length that cannot be read. `overloaded`: as many files are read as this process takes on, or
 * wait of this caller, of whom each has its share.
 */
export interface AudioProbe {
  lengthOf(file: AudioFile, caller: string): Promise<Either<{ readonly tag: 'overloaded' }, DeclaredLength>>
}
