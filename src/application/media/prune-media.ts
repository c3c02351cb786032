import { DAY_MS } from '../../domain/time-units.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { MediaReferences } from '../ports/media/media-references.ts'
import type { MediaListing, MediaStore } from '../ports/media/media-store.ts'

/** A file is stored before the row that refers to it: of a younger one the row may not be written yet. */
const YOUNG_FILE_MS = DAY_MS
/** Files that one round checks and deletes. */
const FILE_BATCH_SIZE = 100
/** Rows that one statement deletes. */
const VIDEO_BATCH_SIZE = 1_000

interface PruneMediaDeps {
  readonly media: Pick<MediaStore, 'list' | 'delete' | 'removeUnfinished'>
  readonly references: MediaReferences
  readonly clock: Clock
}

/** What was deleted, or would be deleted in a dry run. */
interface PrunedMedia {
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

const removeExpiredVideos = async ({ references }: PruneMediaDeps, nowMs: number): Promise<void> => {
  let removed = VIDEO_BATCH_SIZE
  while (removed === VIDEO_BATCH_SIZE) removed = await references.removeExpiredVideos(nowMs, VIDEO_BATCH_SIZE)
}

/**
 * Deletes the stored files that no row refers to and that were stored at least a day ago. It is safe beside running
 * servers and beside itself. When its process dies half-way, the next run continues. A dry run only counts.
 */
export const pruneMedia =
  (deps: PruneMediaDeps) =>
  async (dryRun: boolean): Promise<PrunedMedia> => {
    const nowMs = deps.clock.now()
    const putBeforeMs = nowMs - YOUNG_FILE_MS
    if (!dryRun) {
      await removeExpiredVideos(deps, nowMs)
      await deps.media.removeUnfinished(putBeforeMs)
    }
    const remove = async ({ address }: MediaListing): Promise<boolean> =>
      dryRun || (await deps.media.delete(address, putBeforeMs))
    let [files, bytes] = [0, 0n]
    for await (const batch of batchesOf(olderThan(deps.media.list(), putBeforeMs), FILE_BATCH_SIZE)) {
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
