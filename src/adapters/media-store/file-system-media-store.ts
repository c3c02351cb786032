import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaListing, MediaStore } from '../../application/ports/media/media-store.ts'
import { isContentAddress } from '../../domain/media/asset.ts'
import type { ContentAddress } from '../../domain/media/asset.ts'
import { hashing } from './content-hash.ts'
import { makeOwnDirectory, moveDurably, writeTemporaryFile } from './whole-file.ts'

const UNFINISHED = 'unfinished'

const orNull = async <A>(found: Promise<A>): Promise<A | null> => {
  try {
    return await found
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR'))
      return null
    throw thrown
  }
}

const entriesOf = async (directory: string): Promise<readonly Dirent[]> =>
  (await orNull(readdir(directory, { withFileTypes: true }))) ?? []

const chunksOf = async function* (content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content)
}

const listAll = async function* (root: string): AsyncGenerator<MediaListing> {
  for (const first of (await entriesOf(root)).filter(({ name }) => name !== UNFINISHED)) {
    for (const second of await entriesOf(join(root, first.name))) {
      const directory = join(root, first.name, second.name)
      for (const { name: address } of (await entriesOf(directory)).filter(({ name }) => isContentAddress(name))) {
        const found = await orNull(stat(join(directory, address)))
        if (found !== null) yield { address, sizeBytes: found.size, putAtMs: found.mtimeMs }
      }
    }
  }
}

/** False when the file does not exist. */
const isOlder = async (path: string, thanMs: number): Promise<boolean> => {
  const found = await orNull(stat(path))
  return found !== null && found.mtimeMs < thanMs
}

/**
 * Renames the file before the last check of its time. A put before the rename is seen by the check, and a put after
 * the rename makes a new file.
 */
const removeIfOlder = async (path: string, asideIn: string, thanMs: number): Promise<boolean> => {
  if (!(await isOlder(path, thanMs))) return false
  await makeOwnDirectory(asideIn)
  const aside = join(asideIn, randomUUID())
  if ((await orNull(rename(path, aside).then(() => true))) === null) return false
  const found = await orNull(stat(aside))
  if (found !== null && found.mtimeMs >= thanMs) {
    await rename(aside, path)
    return false
  }
  await rm(aside, { force: true })
  return true
}

const removeOlderIn = async (directory: string, thanMs: number): Promise<void> => {
  for (const { name } of await entriesOf(directory)) {
    const path = join(directory, name)
    if (await isOlder(path, thanMs)) await rm(path, { force: true })
  }
}

/**
 * Files below one directory, two levels deep by the first digits of their address, readable by the owner alone.
 * A file is written elsewhere on the same disk, synced, and renamed into place, so a crash leaves a whole file or
 * an unfinished one that no reader opens.
 */
export const fileSystemMediaStore = (root: string): MediaStore => {
  const pathOf = (address: ContentAddress): string | null =>
    isContentAddress(address) ? join(root, address.slice(0, 2), address.slice(2, 4), address) : null
  // Runs once in each process, before the first put: it closes a root that an earlier version left open.
  let isClosed = false
  const closeRoot = async (): Promise<void> => {
    if (!isClosed) await makeOwnDirectory(root)
    isClosed = true
  }
  return {
    put: async (content) => {
      await closeRoot()
      const stream = hashing(content instanceof Uint8Array ? chunksOf(content) : content)
      const unfinished = await writeTemporaryFile(join(root, UNFINISHED), stream.chunks)
      const stored = stream.result()
      await moveDurably(unfinished, join(root, stored.address.slice(0, 2), stored.address.slice(2, 4), stored.address))
      return stored
    },
    sizeOf: async (address) => {
      const path = pathOf(address)
      const found = path === null ? null : await orNull(stat(path))
      return found?.size ?? null
    },
    get: async (address, range) => {
      const path = pathOf(address)
      const handle = path === null ? null : await orNull(open(path, 'r'))
      if (handle === null) return null
      const { size } = await handle.stat()
      return { sizeBytes: size, content: handle.createReadStream(range) }
    },
    delete: async (address, putBeforeMs) => {
      const path = pathOf(address)
      return path !== null && (await removeIfOlder(path, join(root, UNFINISHED), putBeforeMs))
    },
    list: () => listAll(root),
    removeUnfinished: (begunBeforeMs) => removeOlderIn(join(root, UNFINISHED), begunBeforeMs),
  }
}
