import { open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

export interface JournalFileOptions {
  /** Made when the first charge is kept, and removed when the ledger has taken all. */
  readonly path: string
  /**
   * Keeps other processes from the file for as long as there is one; returns how to let them. Throws where it cannot.
   */
  readonly lock: () => () => void
}

/** Where a line stands in the file, in bytes. */
interface LinePlace {
  readonly at: number
  readonly length: number
}

interface JournalFile {
  isOpen(): boolean
  /** Writes text behind all that is there, and has it on disk. Resolves with the place where it begins. */
  append(text: string): Promise<number>
  /** Keeps these lines alone, one behind the other in their order. Where the new file cannot be made, the old stays. */
  keepOnly(lines: readonly LinePlace[]): Promise<void>
  close(): Promise<void>
  remove(): Promise<void>
}

/** Beside the journal while it is written anew; one that a dead process left is of no use. */
export const newJournalPath = (path: string): string => `${path}.new`

const copy = async (from: FileHandle, to: FileHandle, lines: readonly LinePlace[]): Promise<void> => {
  for (const { at, length } of lines) {
    const { bytesRead, buffer } = await from.read(Buffer.alloc(length), 0, length, at)
    if (bytesRead < length) throw new Error('a line of the journal is gone')
    await to.appendFile(buffer)
  }
  await to.datasync()
}

export const journalFile = ({ path, lock }: JournalFileOptions): JournalFile => {
  let file: FileHandle | null = null
  let unlock = (): void => undefined
  let isTorn = false

  const opened = async (): Promise<FileHandle> => {
    if (file !== null) return file
    const release = lock()
    file = await open(path, 'a+', 0o600).catch((error: unknown) => {
      release()
      throw error
    })
    unlock = release
    return file
  }

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
    append: async (lines) => {
      const writing = await opened()
      // The last line may be there in part, where its write failed: what follows begins a line of its own.
      const text = isTorn ? `\n${lines}` : lines
      isTorn = true
      const { size } = await writing.stat()
      await writing.appendFile(text)
      await writing.datasync()
      isTorn = false
      return size + Buffer.byteLength(text) - Buffer.byteLength(lines)
    },
    keepOnly: async (lines) => {
      const old = file
      if (old === null) return
      const anew = await open(newJournalPath(path), 'w+', 0o600)
      try {
        await copy(old, anew, lines)
        await rename(newJournalPath(path), path)
      } catch (error) {
        await anew.close()
        await rm(newJournalPath(path), { force: true })
        throw error
      }
      file = anew
      await old.close().catch(() => undefined)
    },
    close: () => close(false),
    remove: () => close(true),
  }
}
