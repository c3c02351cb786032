import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A rename is on disk only when the directory is. */
const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a directory and whatever is missing above it, durably. */
const makeDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

/** Writes all chunks to a new file in `directory` and syncs it. The caller renames or removes it; on failure it is gone. */
export const writeTemporaryFile = async (directory: string, chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  await makeDirectory(directory)
  const path = join(directory, randomUUID())
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk)
    await handle.sync()
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  } finally {
    await handle.close()
  }
  return path
}

/** Moves a synced file to where it is looked for, at once and durably, over an equal one if there is one. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await makeDirectory(dirname(to))
  await rename(from, to)
  await syncDirectory(dirname(to))
}
