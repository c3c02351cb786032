import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { ChargeJournal } from '../../application/ports/billing/charge-journal.ts'
import { chargeLine } from './charge-lines.ts'

interface JournalFileOptions {
  /** Made when the first charge is kept, and removed when the ledger has taken all. */
  readonly path: string
  /**
   * Keeps other processes from the file for as long as there is one; returns how to let them. Throws where it cannot.
   */
  readonly lock: () => () => void
}

interface FileChargeJournalOptions extends JournalFileOptions {
  readonly mostBytes: number
  /** The file cannot be written: there is no room until the ledger has taken all that was kept. */
  readonly onBroken: (error: unknown) => void
}

export interface OpenChargeJournal extends ChargeJournal {
  /** Resolves when all that was kept until now is on disk, or cannot be. */
  written(): Promise<void>
  close(): Promise<void>
}

const journalFile = ({ path, lock }: JournalFileOptions) => {
  let file: FileHandle | null = null
  let unlock = (): void => undefined
  let isTorn = false
  const close = async (isRemoved: boolean): Promise<void> => {
    if (file === null) return
    const closing = file
    file = null
    try {
      await closing.close()
      if (!isRemoved) return
      await rm(path, { force: true })
      isTorn = false
    } finally {
      unlock()
    }
  }
  return {
    isOpen: () => file !== null,
    append: async (lines: string): Promise<void> => {
      if (file === null) {
        const release = lock()
        file = await open(path, 'a', 0o600).catch((error: unknown) => {
          release()
          throw error
        })
        unlock = release
      }
      // The last line may be there in part, where its write failed: what follows begins a line of its own.
      const text = isTorn ? `\n${lines}` : lines
      isTorn = true
      await file.appendFile(text)
      await file.datasync()
      isTorn = false
    },
    close: () => close(false),
    remove: () => close(true),
  }
}

/** Charges that arrive while others are flushed share the next flush. */
export const fileChargeJournal = (options: FileChargeJournalOptions): OpenChargeJournal => {
  const file = journalFile(options)
  const kept = new Set<string>()
  let waiting: string[] = []
  let bytes = 0
  let isBroken = false
  let working: Promise<void> | null = null

  const flush = (): Promise<void> => {
    const lines = waiting.join('')
    waiting = []
    return file.append(lines)
  }

  const hasWork = (): boolean => !isBroken && (waiting.length > 0 || (kept.size === 0 && file.isOpen()))

  const work = async (): Promise<void> => {
    while (hasWork()) {
      try {
        await (kept.size === 0 ? file.remove() : flush())
      } catch (error) {
        // Where the ledger has taken all in between, no charge is missing, and none will come that ends the break.
        isBroken = kept.size > 0
        options.onBroken(error)
      }
    }
  }

  const schedule = (): void => {
    working ??= work().finally(() => {
      working = null
      if (hasWork()) schedule()
    })
  }

  const written = async (): Promise<void> => {
    while (working !== null) await working
  }

  return {
    keep: (charge) => {
      if (isBroken || kept.has(charge.holdId)) return
      const line = chargeLine(charge)
      kept.add(charge.holdId)
      bytes += Buffer.byteLength(line)
      waiting.push(line)
      schedule()
    },
    remove: (holdId) => {
      if (!kept.delete(holdId) || kept.size > 0) return
      waiting = []
      bytes = 0
      isBroken = false
      schedule()
    },
    hasRoom: () => !isBroken && bytes < options.mostBytes,
    written,
    close: async () => {
      await written()
      await file.close()
    },
  }
}
