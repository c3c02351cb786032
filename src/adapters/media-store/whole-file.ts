import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A rename is durable only after the directory is synced. */
const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Only the owner may list a directory of media, because file names are hashes of customers' content. */
const OWNER_ONLY = 0o700

/** Creates a directory and its missing parents, durably, for the owner alone. */
const makeDirectory = async (directory: string): Promise<void> => {
  const first = await mkdir(directory, { recursive: true, mode: OWNER_ONLY })
  if (first === undefined) return
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

/** Creates the root of a file store, or closes one that an earlier version left open to other users. */
export const makeOwnDirectory = async (directory: string): Promise<void> => {
  await makeDirectory(directory)
  await chmod(directory, OWNER_ONLY)
}

/** Writes all chunks to a new synced file in `directory`. The caller renames or removes it. A failure removes it. */
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

/** Moves a synced file to its final path, atomically and durably. It may replace an equal file. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await makeDirectory(dirname(to))
  await rename(from, to)
  await syncDirectory(dirname(to))
}
