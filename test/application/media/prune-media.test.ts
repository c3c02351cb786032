import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { fileSystemMediaStore } from '../../../src/adapters/media-store/file-system-media-store.ts'
import { pruneMedia } from '../../../src/application/media/prune-media.ts'
import type { MediaStore } from '../../../src/application/ports/media/media-store.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import type { VideoJob } from '../../../src/domain/video/video-job.ts'
import { videoJob } from '../../support/media/video-jobs.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memoryMediaReferences } from '../../twins/media/media-references.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'

const DAY_MS = 24 * 3_600_000
const NOW = 1_700_000_000_000

interface Shelf {
  readonly media: MediaStore
  /** Puts a file so that it was last put at that time. */
  readonly putAt: (text: string, atMs: number) => Promise<string>
}

const memoryShelf = (): Shelf => {
  let atMs = NOW
  const media = memoryMediaStore(() => atMs)
  const putAt = async (text: string, putAtMs: number): Promise<string> => {
    atMs = putAtMs
    return (await media.put(Buffer.from(text), 'image/png')).address
  }
  return { media, putAt }
}

const directoryShelf = (root: string): Shelf => {
  const media = fileSystemMediaStore(root)
  const putAt = async (text: string, putAtMs: number): Promise<string> => {
    const { address } = await media.put(Buffer.from(text), 'image/png')
    const at = new Date(putAtMs)
    await utimes(join(root, address.slice(0, 2), address.slice(2, 4), address), at, at)
    return address
  }
  return { media, putAt }
}

const file = (ownerId: string, address: string, given: Partial<StoredAsset> = {}): StoredAsset => ({
  ownerId,
  idx: 0,
  mimeType: 'image/png',
  width: 1,
  height: 1,
  seconds: null,
  sizeBytes: 4,
  address,
  thumbAddress: null,
  hasNoThumb: false,
  galleryOf: null,
  ...given,
})

const stage = ({ media, putAt }: Shelf) => {
  const [assets, jobs, answers] = [new Map<string, StoredAsset>(), new Map<string, VideoJob>(), new Set<string>()]
  const references = memoryMediaReferences({ assets, jobs, messages: new Map(), answers })
  const prune = pruneMedia({ media, references, clock: { now: () => NOW } })
  const left = async (): Promise<ReadonlySet<string>> => {
    const found = new Set<string>()
    for await (const { address } of media.list()) found.add(address)
    return found
  }
  return { media, putAt, assets, jobs, answers, references, prune, left, mediaAssets: memoryMediaAssets(assets) }
}

const suite = (open: () => Shelf): void => {
  it('deletes files that no row refers to, and returns their number and size', async () => {
    const { putAt, mediaAssets, answers, prune, left } = stage(open())
    const old = NOW - 2 * DAY_MS
    const [full, thumb, answer] = [await putAt('full', old), await putAt('thumb', old), await putAt('answer', old)]
    await mediaAssets.add([file('a', full, { thumbAddress: thumb })])
    answers.add(answer)
    await Promise.all(Array.from({ length: 120 }, (_, lost) => putAt(`lost ${lost + 1000}`, old)))
    expect(await prune(false)).to.deep.equal({ files: 120, bytes: 1080n })
    expect([...(await left())]).to.have.members([full, thumb, answer])
    expect(await prune(false)).to.deep.equal({ files: 0, bytes: 0n })
  })

  it('keeps a file for a day, because the row that refers to it is written later', async () => {
    const { putAt, prune, left } = stage(open())
    await putAt('old enough', NOW - DAY_MS - 1000)
    const young = await putAt('young', NOW - DAY_MS)
    expect(await prune(false)).to.deep.equal({ files: 1, bytes: 10n })
    expect([...(await left())]).to.deep.equal([young])
  })

  it('keeps a file that is put again after the listing', async () => {
    const shelf = open()
    const { putAt, references, left } = stage(shelf)
    const address = await putAt('twice', NOW - 2 * DAY_MS)
    const late = pruneMedia({
      ...shelf,
      clock: { now: () => NOW },
      references: {
        ...references,
        referredTo: async (addresses, atMs) => {
          const found = await references.referredTo(addresses, atMs)
          await putAt('twice', NOW)
          return found
        },
      },
    })
    expect(await late(false)).to.deep.equal({ files: 0, bytes: 0n })
    expect([...(await left())]).to.deep.equal([address])
  })

  it('deletes videos of the public gateway when they expire, and not before', async () => {
    const { putAt, jobs, assets, mediaAssets, prune, left } = stage(open())
    const addresses: string[] = []
    for (const [id, expiresAtMs] of [
      ['over', NOW],
      ['running', NOW + 1],
    ] as const) {
      const address = await putAt(id, NOW - 2 * DAY_MS)
      const completed = { completedAtMs: 1, expiresAtMs, seconds: 4, priceMicro: 1n }
      jobs.set(id, videoJob({ id, state: { tag: 'completed', ...completed } }))
      await mediaAssets.add([file(id, address, { mimeType: 'video/mp4' })])
      addresses.push(address)
    }
    expect(await prune(false)).to.deep.equal({ files: 1, bytes: 4n })
    expect([...(await left())]).to.deep.equal(addresses.slice(1))
    expect([...assets.values()].map(({ ownerId }) => ownerId)).to.deep.equal(['running'])
  })

  it('only counts in a dry run, videos included', async () => {
    const { putAt, jobs, assets, mediaAssets, prune, left } = stage(open())
    const video = await putAt('clip', NOW - 2 * DAY_MS)
    const completed = { completedAtMs: 1, expiresAtMs: NOW, seconds: 4, priceMicro: 1n }
    jobs.set('over', videoJob({ id: 'over', state: { tag: 'completed', ...completed } }))
    await mediaAssets.add([file('over', video, { mimeType: 'video/mp4' })])
    const lost = await putAt('lost', NOW - 2 * DAY_MS)
    expect(await prune(true)).to.deep.equal({ files: 2, bytes: 8n })
    expect([...(await left())]).to.have.members([video, lost])
    expect(assets.size).to.equal(1)
    expect(await prune(false)).to.deep.equal({ files: 2, bytes: 8n })
  })
}

describe('pruning media in memory', () => suite(memoryShelf))

describe('pruning media in a directory', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'prune-media-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  suite(() => directoryShelf(root))
})
