import { expect } from 'chai'
import { kyselyMediaAssets } from '../../../src/adapters/persistence/media/media-assets.ts'
import type { MediaAssetStore } from '../../../src/application/ports/media/media-asset-store.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { testId } from '../billing/billing-stores.ts'

const image = (ownerId: string, idx: number, digit: string): StoredAsset => ({
  ownerId,
  idx,
  mimeType: 'image/png',
  width: 64,
  height: 32,
  seconds: null,
  sizeBytes: 5_000_000_000,
  address: digit.repeat(64),
  thumbAddress: null,
  hasNoThumb: false,
  galleryOf: null,
})

const suite = (open: () => MediaAssetStore): void => {
  it('gives back what it was given, in the order of places', async () => {
    const [store, owner] = [open(), testId()]
    const video: StoredAsset = {
      ...image(owner, 0, 'c'),
      mimeType: 'video/mp4',
      seconds: 4.5,
      width: null,
      height: null,
    }
    await store.add([image(owner, 1, 'b'), video])
    await store.add([])
    expect(await store.listOf(owner)).to.deep.equal([video, image(owner, 1, 'b')])
    expect(await store.find(owner, 0)).to.deep.equal(video)
    expect(await store.find(owner, 2)).to.equal(null)
    expect(await store.find(testId(), 0)).to.equal(null)
  })

  it('finds the files of many owners at once, each in the order of its places', async () => {
    const [store, many, one, none] = [open(), testId(), testId(), testId()]
    await store.add([image(many, 1, 'b'), image(one, 0, 'c'), image(testId(), 0, 'd'), image(many, 0, 'a')])
    const found = await store.listOfAll([none, one, many])
    expect([...found.keys()]).to.have.members([one, many])
    expect(found.get(many)).to.deep.equal([image(many, 0, 'a'), image(many, 1, 'b')])
    expect(found.get(one)).to.deep.equal([image(one, 0, 'c')])
    expect((await store.listOfAll([])).size).to.equal(0)
  })

  it('deletes the rows of some owners, and of no other', async () => {
    const [store, first, second, kept] = [open(), testId(), testId(), testId()]
    await store.add([image(first, 0, 'a'), image(first, 1, 'b'), image(second, 0, 'c'), image(kept, 0, 'd')])
    await store.removeOf([first, second, testId()])
    await store.removeOf([])
    expect(await store.listOf(first)).to.deep.equal([])
    expect(await store.listOf(second)).to.deep.equal([])
    expect(await store.listOf(kept)).to.deep.equal([image(kept, 0, 'd')])
  })

  it('keeps the first file of a place', async () => {
    const [store, owner] = [open(), testId()]
    await store.add([image(owner, 0, 'a')])
    await store.add([image(owner, 0, 'b'), image(owner, 1, 'b')])
    expect((await store.listOf(owner)).map(({ address }) => address[0])).to.deep.equal(['a', 'b'])
  })

  it('stores a thumbnail for one place only', async () => {
    const [store, owner] = [open(), testId()]
    await store.add([image(owner, 0, 'a'), image(owner, 1, 'b')])
    await store.setThumbnail(owner, 1, 'd'.repeat(64))
    await store.setThumbnail(owner, 7, 'd'.repeat(64))
    expect((await store.listOf(owner)).map(({ thumbAddress }) => thumbAddress)).to.deep.equal([null, 'd'.repeat(64)])
  })

  it('records for one place only that no thumbnail can be made', async () => {
    const [store, owner] = [open(), testId()]
    await store.add([image(owner, 0, 'a'), image(owner, 1, 'b')])
    await store.setNoThumbnail(owner, 1)
    await store.setNoThumbnail(owner, 7)
    expect((await store.listOf(owner)).map(({ hasNoThumb }) => hasNoThumb)).to.deep.equal([false, true])
  })
}

describe('media asset store contract in memory', () => {
  const store = memoryMediaAssets()
  suite(() => store)
})

describeOnDatabases('media asset store contract', (database) => {
  suite(() => kyselyMediaAssets(database().db))
})
