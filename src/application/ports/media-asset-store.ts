import type { ContentAddress } from '../../domain/media/asset.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'

/** Remembers which stored files belong to what. The files themselves are the media store's. */
export interface MediaAssetStore {
  /** A place that is already taken keeps what it has: the same operation may be carried out again after a crash. */
  add(assets: readonly StoredAsset[]): Promise<void>
  find(ownerId: string, idx: number): Promise<StoredAsset | null>
  /** The same; null also where the account of the user whose file it is has been closed. One question to the store. */
  findOfOpenAccount(ownerId: string, idx: number): Promise<StoredAsset | null>
  /** In the order of their places. */
  listOf(ownerId: string): Promise<readonly StoredAsset[]>
  /** The same for many owners at once; whoever has no files is left out. */
  listOfAll(ownerIds: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAsset[]>>
  rememberThumb(ownerId: string, idx: number, thumbAddress: ContentAddress): Promise<void>
  /** That none can be made of this file: what is wrong with its bytes will not change. */
  rememberNoThumb(ownerId: string, idx: number): Promise<void>
}
