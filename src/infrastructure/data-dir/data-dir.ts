import { chmodSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { thrownMessage } from '../../application/thrown-message.ts'
import { readHolder, removeHolder, writeHolder } from './data-dir-holder.ts'
import type { DataDirHolder } from './data-dir-holder.ts'
import { makeDirectory } from './make-directory.ts'
import { takeKernelLock } from './kernel-lock.ts'
import type { KernelLock } from './kernel-lock.ts'
import { livenessOf, ownIdentity } from './process-identity.ts'

/** Another process works on the directory. `holder` is null if it has not signed (yet). */
export interface DataDirHeld {
  readonly tag: 'data_dir_held'
  readonly dataDir: string
  readonly holder: DataDirHolder | null
}

type DataDirFailure =
  | DataDirHeld
  /** It cannot be made, entered or locked. */
  | { readonly tag: 'data_dir_unusable'; readonly dataDir: string; readonly reason: string }

/** The right of this process, and no other, to open what is in the directory. */
export interface DataDirLease {
  /** Absolute, without symbolic links. */
  readonly dataDir: string
  /** Tells other processes where commands are taken; null: no longer. */
  announceControl(controlPath: string | null): void
  /** Gives the directory free. Call it after everything in it is closed; more than once is harmless. */
  release(): void
}

const LOCK_FILE = 'lock'

/**
 * The embedded engine makes its files readable and writable for everyone, so the directory must keep others out.
 * One that was there before is closed too if it is plainly ours: empty, or locked by us in earlier days. The user is
 * known by the number, since one without a name in the system (as in some containers) has nothing else.
 */
const closeToOthers = (dataDir: string): void => {
  const entries = readdirSync(dataDir)
  const isOurs = process.getuid?.() === statSync(dataDir).uid
  if (isOurs && (entries.length === 0 || entries.includes(LOCK_FILE))) chmodSync(dataDir, 0o700)
}

const NO_DIRECTORY = new Set(['EEXIST', 'ENOTDIR'])
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Why the directory cannot be used, and what to do where that is known. */
export const reasonOf = (error: unknown): string => {
  const message = thrownMessage(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_DIRECTORY.has(code)) return 'there is a file at this path or above it; set DATA_DIR to a directory'
  return FORBIDDEN.has(code)
    ? `this user may not write there (${message}); give the directory to the user of the service, or set another DATA_DIR`
    : message
}

const CANNOT_LOCK = 'its file "lock" cannot be locked; see that this user may write there, on a file system with locks'

const prepare = (path: string): Either<DataDirFailure, string> => {
  try {
    makeDirectory(path)
    closeToOthers(path)
    return right(realpathSync(path))
  } catch (error) {
    return left({ tag: 'data_dir_unusable', dataDir: path, reason: reasonOf(error) })
  }
}

/** The winner signs right after it locks, so a signature of the living is at most moments away. */
const SIGNATURE_TIMEOUT_MS = 500
const SIGNATURE_POLL_MS = 20

const holderOf = async (dataDir: string): Promise<DataDirHolder | null> => {
  const deadline = performance.now() + SIGNATURE_TIMEOUT_MS
  for (;;) {
    const holder = readHolder(dataDir)
    if (holder !== null && livenessOf(holder.identity) !== 'gone') return holder
    if (performance.now() >= deadline) return null
    await pause(SIGNATURE_POLL_MS)
  }
}

const leaseOf = (dataDir: string, lock: KernelLock): DataDirLease => {
  const signature = { identity: ownIdentity(), since: Math.floor(Date.now() / 1000) }
  let held = true
  const announceControl = (controlPath: string | null): void => {
    if (held) writeHolder(dataDir, { ...signature, controlPath })
  }
  announceControl(null)
  return {
    dataDir,
    announceControl,
    release: () => {
      if (!held) return
      held = false
      removeHolder(dataDir)
      lock.release()
    },
  }
}

/**
 * Takes the directory for this process, making it if need be. The embedded database itself lets two
 * processes open one directory and lose each other's commits, so this comes before it is opened.
 * A dead holder's directory is free at once; a live one's is never taken, whatever its age.
 */
export const openDataDir = async (path: string): Promise<Either<DataDirFailure, DataDirLease>> => {
  const prepared = prepare(path)
  if (isLeft(prepared)) return prepared
  const dataDir = prepared.right
  const lock = takeKernelLock(join(dataDir, LOCK_FILE))
  if (isLeft(lock)) {
    return left(
      lock.left.tag === 'locked'
        ? { tag: 'data_dir_held', dataDir, holder: await holderOf(dataDir) }
        : { tag: 'data_dir_unusable', dataDir, reason: `${CANNOT_LOCK} (${lock.left.reason})` },
    )
  }
  // A file system may grant locks that mean nothing (some network and desktop mounts do): a live signature counts.
  const signed = readHolder(dataDir)
  if (signed !== null && livenessOf(signed.identity) === 'alive') {
    lock.right.release()
    return left({ tag: 'data_dir_held', dataDir, holder: signed })
  }
  return right(leaseOf(dataDir, lock.right))
}

/** Names the process that works on the directory. */
export const describeHolder = ({ dataDir, holder }: DataDirHeld): string =>
  holder === null
    ? `DATA_DIR=${dataDir} is held by another process, which has not written down its identity`
    : `DATA_DIR=${dataDir} is held by process ${holder.identity.pid} on ${holder.identity.host}`

/** One sentence for the operator. */
export const describeDataDirFailure = (failure: DataDirFailure): string => {
  switch (failure.tag) {
    case 'data_dir_held':
      return `${describeHolder(failure)}: stop that process first, or set another DATA_DIR`
    case 'data_dir_unusable':
      return `DATA_DIR=${failure.dataDir} cannot be used: ${failure.reason}`
  }
}
