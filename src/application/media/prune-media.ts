import type { Clock } from '../ports/clock.ts'
import type { MediaReferences } from '../ports/media-references.ts'
import type { MediaListing, MediaStore } from '../ports/media-store.ts'

/** A file is put before what refers to it is written, so one that is younger may just be waiting for that. */
const GRACE_MS = 24 * 3_600_000
/** Asked about and deleted at once. */
const FILES_AT_ONCE = 100
/** Forgotten in one statement. */
const FILMS_AT_ONCE = 1_000

export interface PruneMediaDeps {
  readonly media: Pick<MediaStore, 'list' | 'delete' | 'removeUnfinished'>
  readonly references: MediaReferences
  readonly clock: Clock
}

/** What was deleted, or would be. */
export interface PrunedMedia {
  readonly files: number
  readonly bytes: bigint
}

const batchesOf = async function* <A>(items: AsyncIterable<A>, size: number): AsyncGenerator<readonly A[]> {
  let batch: A[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const olderThan = async function* (listing: AsyncIterable<MediaListing>, atMs: number): AsyncGenerator<MediaListing> {
  for await (const file of listing) if (file.putAtMs < atMs) yield file
}

const forgetExpiredFilms = async ({ references }: PruneMediaDeps, nowMs: number): Promise<void> => {
  let forgotten = FILMS_AT_ONCE
  while (forgotten === FILMS_AT_ONCE) forgotten = await references.forgetExpiredFilms(nowMs, FILMS_AT_ONCE)
}

/**
 * Deletes the stored files that nothing refers to and that were put a day ago or before. Safe beside running
 * servers and beside itself, and when it dies half-way: it carries on the next time. A dry run only counts.
 */
export const pruneMedia =
  (deps: PruneMediaDeps) =>
  async (dryRun: boolean): Promise<PrunedMedia> => {
    const nowMs = deps.clock.now()
    const putBeforeMs = nowMs - GRACE_MS
    if (!dryRun) {
      await forgetExpiredFilms(deps, nowMs)
      await deps.media.removeUnfinished(putBeforeMs)
    }
    const remove = async ({ address }: MediaListing): Promise<boolean> =>
      dryRun || (await deps.media.delete(address, putBeforeMs))
    let [files, bytes] = [0, 0n]
    for await (const batch of batchesOf(olderThan(deps.media.list(), putBeforeMs), FILES_AT_ONCE)) {
      const kept = await deps.references.referredTo(
        batch.map(({ address }) => address),
        nowMs,
      )
      const lost = batch.filter(({ address }) => !kept.has(address))
      const gone = await Promise.all(lost.map(remove))
      const deleted = lost.filter((_, index) => gone[index])
      files += deleted.length
      bytes += deleted.reduce((sum, { sizeBytes }) => sum + BigInt(sizeBytes), 0n)
    }
    return { files, bytes }
  }
