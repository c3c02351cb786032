import type { ContentAddress } from '../../../domain/media/asset.ts'
import type { StoredAsset } from '../../../domain/media/stored-asset.ts'

/** Records to which owner each stored file belongs. The media store has the files themselves. */
export interface MediaAssetStore {
  /** A place that is taken keeps its file, because an operation may run again after a crash. */
  add(assets: readonly StoredAsset[]): Promise<void>
  find(ownerId: string, idx: number): Promise<StoredAsset | null>
  /** As `find`; null also where the user of the file has closed the account. One query. */
  findOfOpenAccount(ownerId: string, idx: number): Promise<StoredAsset | null>
  /** In the order of their places. */
  listOf(ownerId: string): Promise<readonly StoredAsset[]>
  /** As `listOf` for many owners in one query. Owners without files have no entry. */
  listOfAll(ownerIds: readonly string[]): Promise<ReadonlyMap<string, readonly StoredAsset[]>>
  /** Deletes the rows of these owners; what no other row refers to is pruned later. */
  removeOf(ownerIds: readonly string[]): Promise<void>
  setThumbnail(ownerId: string, idx: number, thumbAddress: ContentAddress): Promise<void>
  /** Records that no thumbnail can be made of this file. The bytes never change, so this is final. */
  setNoThumbnail(ownerId: string, idx: number): Promise<void>
}
