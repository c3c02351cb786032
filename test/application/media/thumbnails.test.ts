import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { createThumbnails } from '../../../src/application/media/thumbnails.ts'
import type { ConvertedImage, InvalidImage } from '../../../src/application/ports/media/image-converter.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { eventually } from '../../support/eventually.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'

type Converted = Either<InvalidImage, ConvertedImage>

const SMALL: Converted = right({ bytes: new Uint8Array([9]), mimeType: 'image/webp', width: 1, height: 1 })
const BROKEN: Converted = left({ tag: 'invalid_image', message: 'broken' })

const stage = () => {
  const [mediaAssets, media] = [memoryMediaAssets(), memoryMediaStore(() => 0)]
  const [running, begun]: [((converted: Converted) => void)[], number[]] = [[], []]
  const images = {
    thumbnail: (bytes: Uint8Array): Promise<Converted> => {
      begun.push(bytes[0] ?? -1)
      return new Promise((resolve) => running.push(resolve))
    },
  }
  const keep = async (
    first: number,
    { mimeType = 'image/png', galleryOf = null }: Partial<Pick<StoredAsset, 'mimeType' | 'galleryOf'>> = {},
  ): Promise<StoredAsset> => {
    const { address, sizeBytes } = await media.put(new Uint8Array([first]), mimeType)
    const facts = { width: 1, height: 1, seconds: null, thumbAddress: null, hasNoThumb: false, galleryOf }
    const asset: StoredAsset = { ownerId: testId(), idx: 0, mimeType, sizeBytes, address, ...facts }
    await mediaAssets.add([asset])
    return asset
  }
  const stored = async ({ ownerId }: StoredAsset): Promise<StoredAsset> => {
    const found = await mediaAssets.find(ownerId, 0)
    if (found === null) throw new Error('the asset is gone')
    return found
  }
  const thumbnails = createThumbnails({ mediaAssets, media, images })
  const end = (converted: Converted): void => running.shift()?.(converted)
  return { thumbnails, keep, stored, begun, running, end }
}

describe('a thumbnail', () => {
  it('that cannot be made is tried once for any number of requests', async () => {
    const { thumbnails, keep, stored, begun, end } = stage()
    const asset = await keep(1)
    const asked = thumbnails(asset)
    await eventually(() => begun.length === 1)
    end(BROKEN)
    expect(await asked).to.deep.equal(left({ tag: 'not_found' }))
    for (let again = 0; again < 5; again += 1) {
      expect(await thumbnails(await stored(asset))).to.deep.equal(left({ tag: 'not_found' }))
    }
    expect(begun).to.deep.equal([1])
  })

  it('is made once for concurrent requests, also for equal files of several messages', async () => {
    const { thumbnails, keep, stored, begun, end } = stage()
    const [one, other] = [await keep(1), await keep(1)]
    const asked = [one, other, one, one, other].map(thumbnails)
    await eventually(() => begun.length === 1)
    end(SMALL)
    expect((await Promise.all(asked)).some(isLeft)).to.equal(false)
    expect(begun).to.deep.equal([1])
    expect((await stored(one)).thumbAddress).to.equal((await stored(other)).thumbAddress)
  })

  it('is one of two at a time; a bounded number wait, and past the bound the answer is overloaded', async () => {
    const { thumbnails, keep, begun, running, end } = stage()
    const assets = await Promise.all(Array.from({ length: 80 }, (_, first) => keep(first)))
    const asked = assets.map(thumbnails)
    const refused = await Promise.all(asked.slice(66))
    expect(new Set(refused.map((each) => isLeft(each) && each.left.tag))).to.deep.equal(new Set(['overloaded']))
    for (let done = 0; done < 66; done += 1) {
      await eventually(() => running.length > 0)
      expect(running.length).to.be.at.most(2)
      end(SMALL)
    }
    expect((await Promise.all(asked.slice(0, 66))).some(isLeft)).to.equal(false)
    expect(begun).to.deep.equal(Array.from({ length: 66 }, (_, first) => first))
  })

  it('of one account waits for a single image of another, whose gallery is full of slow ones', async () => {
    const { thumbnails, keep, begun, running, end } = stage()
    const [crowd, guest] = [testId(), testId()]
    const many = await Promise.all(Array.from({ length: 70 }, (_, first) => keep(first, { galleryOf: crowd })))
    const asked = many.map(thumbnails)
    const refused = await Promise.all(asked.slice(65))
    expect(new Set(refused.map((each) => isLeft(each) && each.left.tag))).to.deep.equal(new Set(['overloaded']))
    const guests = [await keep(100, { galleryOf: guest }), await keep(101, { galleryOf: guest })].map(thumbnails)
    await eventually(() => running.length === 2)
    expect(begun).to.deep.equal([0, 100])
    for (const next of [1, 101]) {
      end(SMALL)
      await eventually(() => begun.includes(next))
    }
    for (let done = 2; done < 67; done += 1) {
      await eventually(() => running.length > 0)
      end(SMALL)
    }
    expect((await Promise.all([...asked.slice(0, 65), ...guests])).some(isLeft)).to.equal(false)
  })

  it('is tried again by the next request after a failure of the store', async () => {
    const { thumbnails, keep, begun, end } = stage()
    const asset = await keep(1)
    const gone = { ...asset, address: 'f'.repeat(64) }
    expect(await thumbnails(gone)).to.deep.equal(left({ tag: 'not_found' }))
    const asked = thumbnails(asset)
    await eventually(() => begun.length === 1)
    end(SMALL)
    expect(isLeft(await asked)).to.equal(false)
  })

  it('is not made of a video', async () => {
    const { thumbnails, keep, begun } = stage()
    expect(await thumbnails(await keep(1, { mimeType: 'video/mp4' }))).to.deep.equal(left({ tag: 'not_found' }))
    expect(begun).to.deep.equal([])
  })
})
