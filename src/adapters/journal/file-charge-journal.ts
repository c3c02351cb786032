import type { ChargeJournal } from '../../application/ports/billing/charge-journal.ts'
import { chargeLine } from './charge-lines.ts'
import { journalFile } from './journal-file.ts'
import type { JournalFileOptions } from './journal-file.ts'

interface FileChargeJournalOptions extends JournalFileOptions {
  readonly mostBytes: number
  /** The file cannot be written: there is no room until the ledger has taken all that is missing in it. */
  readonly onBroken: (error: unknown) => void
}

export interface OpenChargeJournal extends ChargeJournal {
  /** Resolves when all that was kept until now is on disk, or cannot be. */
  written(): Promise<void>
  close(): Promise<void>
}

interface Line {
  readonly holdId: string
  readonly text: string
  /** In bytes. */
  readonly length: number
}

/** A charge that the ledger has not taken. */
interface Kept {
  /** Of its line, in bytes. */
  readonly length: number
  /** Where its line begins in the file; null while it is not there. */
  at: number | null
}

const bytesOf = (lines: readonly Pick<Line, 'length'>[]): number => lines.reduce((sum, { length }) => sum + length, 0)

/** The charges that the ledger has not taken, and where they stand. */
const keptCharges = () => {
  const kept = new Map<string, Kept>()
  let bytes = 0
  let unwritten = 0
  return {
    has: (holdId: string): boolean => kept.has(holdId),
    count: (): number => kept.size,
    bytes: (): number => bytes,
    /** How many are not in the file. */
    unwritten: (): number => unwritten,
    add: ({ holdId, length }: Line): void => {
      kept.set(holdId, { length, at: null })
      bytes += length
      unwritten += 1
    },
    /** Whether it was there. */
    delete: (holdId: string): boolean => {
      const charge = kept.get(holdId)
      if (charge === undefined) return false
      kept.delete(holdId)
      bytes -= charge.length
      if (charge.at === null) unwritten -= 1
      return true
    },
    /** These lines stand one behind the other in the file from there on. */
    place: (lines: readonly Line[], from: number): void => {
      let at = from
      for (const { holdId, length } of lines) {
        const charge = kept.get(holdId)
        if (charge?.at === null) unwritten -= 1
        if (charge !== undefined) charge.at = at
        at += length
      }
    },
    /** Those that are in the file. */
    written: () =>
      [...kept.values()].flatMap((charge) => (charge.at === null ? [] : { charge, ...charge, at: charge.at })),
  }
}

/** The file is written anew where it is so large, of what it may be, and so little of it is still to be taken. */
const LARGE = 1 / 4
const LITTLE = 1 / 4

/** The file, and what is known to be in it. */
const chargeFile = (options: JournalFileOptions & { readonly mostBytes: number }) => {
  const file = journalFile(options)
  const kept = keptCharges()
  let waiting: Line[] = []
  /** In the file, or on their way there. */
  let bytes = 0
  /** The file is not written anew below. */
  let leastAnew = LARGE * options.mostBytes

  const flush = async (): Promise<void> => {
    const lines = waiting
    waiting = []
    kept.place(lines, await file.append(lines.map(({ text }) => text).join('')))
  }

  const isWorthAnew = (): boolean => kept.count() > 0 && bytes > leastAnew && kept.bytes() < LITTLE * bytes

  /** A charge that the ledger never takes stays to the end of the process: the lines around it must not. */
  const writeAnew = async (): Promise<void> => {
    const lines = kept.written()
    try {
      await file.keepOnly(lines)
    } catch {
      // What was there is there, and the next write says whether there is room.
      leastAnew = 2 * bytes
      return
    }
    if (kept.count() === 0) return
    let size = 0
    for (const { charge, length } of lines) {
      charge.at = size
      size += length
    }
    bytes = size + bytesOf(waiting)
  }

  return {
    kept,
    bytes: (): number => bytes,
    add: (line: Line): void => {
      kept.add(line)
      bytes += line.length
      waiting.push(line)
    },
    /** The ledger has taken all. */
    clear: (): void => {
      waiting = []
      bytes = 0
      leastAnew = LARGE * options.mostBytes
    },
    hasWork: (): boolean => waiting.length > 0 || (kept.count() === 0 && file.isOpen()) || isWorthAnew(),
    work: (): Promise<void> => {
      if (kept.count() === 0) return file.remove()
      return waiting.length > 0 ? flush() : writeAnew()
    },
    close: file.close,
  }
}

/** Charges that arrive while others are flushed share the next flush. */
export const fileChargeJournal = (options: FileChargeJournalOptions): OpenChargeJournal => {
  const file = chargeFile(options)
  const { kept } = file
  let isBroken = false
  let working: Promise<void> | null = null

  const hasWork = (): boolean => !isBroken && file.hasWork()

  const work = async (): Promise<void> => {
    while (hasWork()) {
      try {
        await file.work()
      } catch (error) {
        // Where the ledger has taken all in between, no charge is missing, and none will come that ends the break.
        isBroken = kept.unwritten() > 0
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
      const { holdId } = charge
      if (isBroken || kept.has(holdId)) return
      const text = chargeLine(charge)
      file.add({ holdId, text, length: Buffer.byteLength(text) })
      schedule()
    },
    remove: (holdId) => {
      if (!kept.delete(holdId)) return
      if (kept.unwritten() === 0) isBroken = false
      if (kept.count() === 0) file.clear()
      if (hasWork()) schedule()
    },
    hasRoom: () => !isBroken && file.bytes() < options.mostBytes,
    written,
    close: async () => {
      await written()
      await file.close()
    },
  }
}
