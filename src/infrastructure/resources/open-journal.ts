import { randomUUID } from 'node:crypto'
import { accessSync, constants, rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { readChargeLines } from '../../adapters/journal/charge-lines.ts'
import { fileChargeJournal } from '../../adapters/journal/file-charge-journal.ts'
import { newJournalPath } from '../../adapters/journal/journal-file.ts'
import type { JournaledCharge, ChargeJournal } from '../../application/ports/billing/charge-journal.ts'
import type { Config } from '../config/config.ts'
import { reasonOf } from '../data-dir/data-dir.ts'
import { takeKernelLock } from '../data-dir/kernel-lock.ts'
import { makeDirectory } from '../data-dir/make-directory.ts'
import type { Log } from '../observability/logging.ts'

/** For processes that answer no calls, and for the embedded database, which is never away. */
export const NO_JOURNAL: ChargeJournal = {
  keep: () => undefined,
  remove: () => undefined,
  hasRoom: () => true,
}

/** For a directory that cannot be written. */
const FULL_JOURNAL: ChargeJournal = { ...NO_JOURNAL, hasRoom: () => false }

/** About two hundred thousand charges. */
const MOST_BYTES = 256 * 1024 * 1024

const ENDING = '.charges'
const LOCK_ENDING = '.lock'

export interface ProcessJournal {
  readonly journal: ChargeJournal
  /**
   * Has what dead processes left submitted, and removes it where `submitAll` resolves with true. A journal that fails
   * is reported, and delays no other.
   */
  submitLeft(submitAll: (charges: readonly JournaledCharge[]) => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

/** What a journal has; null where its owner has removed it since it was listed. */
const textOf = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Submits what the dead owner of a journal left. A living one holds the lock beside it. Throws where this process
 * cannot lock it, such as where another user of the system has made it.
 */
const submitOne = async (
  path: string,
  submitAll: (charges: readonly JournaledCharge[]) => Promise<boolean>,
  log: Log,
): Promise<void> => {
  const lockPath = `${path}${LOCK_ENDING}`
  const lock = takeKernelLock(lockPath)
  if (isLeft(lock)) {
    if (lock.left.tag === 'locked') return
    throw new Error(`${lockPath} cannot be locked: ${lock.left.reason}`)
  }
  let isTaken = false
  try {
    await rm(newJournalPath(path), { force: true })
    const text = await textOf(path)
    if (text === null) {
      isTaken = true
      return
    }
    const { charges, unreadable } = readChargeLines(text)
    if (unreadable > 1) log.error({ path, unreadable }, 'a journal of charges has lines that cannot be read')
    log.warn(
      { charges: charges.length },
      'an earlier process died while the database was away: its charges are made now',
    )
    isTaken = await submitAll(charges)
    if (isTaken) await rm(path, { force: true })
  } finally {
    lock.right.release()
    if (isTaken) await rm(lockPath, { force: true })
  }
}

const lockOf = (path: string) => (): (() => void) => {
  const lockPath = `${path}${LOCK_ENDING}`
  const lock = takeKernelLock(lockPath)
  if (isLeft(lock)) throw new Error(`${lockPath} cannot be locked`, { cause: lock.left })
  return () => {
    lock.right.release()
    rmSync(lockPath, { force: true })
  }
}

/**
 * The journal of a serving process, in a file of its own below the data directory, which several processes may share. A
 * directory that cannot be made or written leaves it without room.
 */
export const openJournal = (config: Pick<Config, 'dataDir' | 'database'>, log: Log): ProcessJournal => {
  const none = { submitLeft: () => Promise.resolve(), close: () => Promise.resolve() }
  if (config.database.engine === 'pglite') return { journal: NO_JOURNAL, ...none }
  const directory = join(config.dataDir, 'outage')
  try {
    makeDirectory(directory)
    accessSync(directory, constants.W_OK)
  } catch (error) {
    const reason = reasonOf(error)
    log.warn({ directory, reason }, 'charges cannot be kept here while the database is away: calls are refused then')
    return { journal: FULL_JOURNAL, ...none }
  }
  const path = join(directory, `${randomUUID()}${ENDING}`)
  const journal = fileChargeJournal({
    path,
    mostBytes: MOST_BYTES,
    lock: lockOf(path),
    onBroken: (err) => log.error({ err, path }, 'the journal of charges cannot be written: calls are refused'),
  })
  return {
    journal,
    submitLeft: async (submitAll) => {
      const names = (await readdir(directory)).filter((name) => name.endsWith(ENDING)).toSorted()
      for (const name of names) {
        const path = join(directory, name)
        try {
          await submitOne(path, submitAll, log)
        } catch (err) {
          log.error({ err, path }, 'a journal of charges could not be submitted; the next start tries again')
        }
      }
    },
    close: journal.close,
  }
}
