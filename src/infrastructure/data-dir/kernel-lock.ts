import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { thrownMessage } from '../../application/thrown-message.ts'

type KernelLockFailure =
  | { readonly tag: 'locked' }
  /** The file cannot be made or its file system has no locks. */
  | { readonly tag: 'cannot_lock'; readonly reason: string }

export interface KernelLock {
  release(): void
}

/** SQLite's "database is locked". */
const SQLITE_BUSY = 5

const failureOf = (error: unknown): KernelLockFailure =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    ? { tag: 'locked' }
    : { tag: 'cannot_lock', reason: thrownMessage(error) }

/**
 * An exclusive lock on `file`, held by the operating system for this process and dropped by it the moment
 * the process is gone, however it went. Node has no file locks of its own; the SQLite inside it takes them
 * on every platform, between containers sharing a volume too. IMMEDIATE, not EXCLUSIVE: with the latter, starters
 * racing each other can all lose. Nothing is ever written to the file; opening and closing it elsewhere in this
 * process would drop the lock, so nothing else touches it.
 */
export const takeKernelLock = (file: string): Either<KernelLockFailure, KernelLock> => {
  try {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      // Without a journal file, which a killed holder would leave for the next one to clear away.
      database.exec('pragma journal_mode = memory; begin immediate')
      chmodSync(file, 0o600)
      return right({ release: () => database.close() })
    } catch (error) {
      database.close()
      return left(failureOf(error))
    }
  } catch (error) {
    return left(failureOf(error))
  }
}
