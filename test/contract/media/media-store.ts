import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { MediaListing, MediaStore } from '../../../src/application/ports/media/media-store.ts'

const ABSENT = 'ab'.repeat(32)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const pieces = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) {
    yield await Promise.resolve(bytes.subarray(offset, offset + size))
  }
}

const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** What every store of media does. `open` may give the same store again and again. */
export const mediaStoreContract = (open: () => MediaStore): void => {
  const read = async (address: string, range?: { start: number; end: number }): Promise<Buffer> => {
    const found = await open().get(address, range)
    if (found === null) throw new Error('not there')
    return bytesOf(found.content)
  }
  const listed = async (): Promise<ReadonlyMap<string, MediaListing>> => {
    const found = new Map<string, MediaListing>()
    for await (const listing of open().list()) found.set(listing.address, listing)
    return found
  }

  it('gives back what was put, under the hash of its bytes', async () => {
    const bytes = randomBytes(100_000)
    const stored = await open().put(bytes, 'image/png')
    expect(stored).to.deep.equal({ address: sha256(bytes), sizeBytes: 100_000 })
    expect(await open().sizeOf(stored.address)).to.equal(100_000)
    expect((await read(stored.address)).equals(bytes)).to.equal(true)
  })

  it('takes a stream of unknown length', async () => {
    const bytes = randomBytes(1_500_000)
    const stored = await open().put(pieces(bytes, 70_001), 'video/mp4')
    expect(stored).to.deep.equal({ address: sha256(bytes), sizeBytes: bytes.length })
    expect(sha256(await read(stored.address))).to.equal(stored.address)
  })

  it('keeps an empty file', async () => {
    const stored = await open().put(new Uint8Array(), 'image/png')
    expect(stored).to.deep.equal({ address: sha256(new Uint8Array()), sizeBytes: 0 })
    expect(await open().sizeOf(stored.address)).to.equal(0)
    expect((await read(stored.address)).length).to.equal(0)
  })

  it('gives any part, and the size of the whole with it', async () => {
    const bytes = randomBytes(200_000)
    const { address } = await open().put(bytes, 'video/mp4')
    for (const [start, end] of [
      [0, 1],
      [1, 1],
      [0, 199_999],
      [199_999, 199_999],
      [65_530, 131_080],
    ] as const) {
      const found = await open().get(address, { start, end })
      expect(found?.sizeBytes).to.equal(200_000)
      expect(found !== null && (await bytesOf(found.content)).equals(bytes.subarray(start, end + 1))).to.equal(true)
    }
  })

  it('stores the same bytes once, however many put them at once', async () => {
    const bytes = randomBytes(50_000)
    const store = open()
    const stored = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.put(index % 2 ? bytes : pieces(bytes, 999), 'image/png')),
    )
    expect(new Set(stored.map(({ address }) => address))).to.deep.equal(new Set([sha256(bytes)]))
    expect((await read(sha256(bytes))).equals(bytes)).to.equal(true)
  })

  it('is not changed by what happens to the bytes afterwards', async () => {
    const bytes = randomBytes(1000)
    const { address } = await open().put(bytes, 'image/png')
    bytes.fill(0)
    expect(sha256(await read(address))).to.equal(address)
  })

  it('leaves nothing behind when the stream breaks', async () => {
    const bytes = randomBytes(10_000)
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(bytes)
      throw new Error('the upstream closed the connection')
    }
    const before = await listed()
    const failure: unknown = await open()
      .put(broken(), 'video/mp4')
      .catch((thrown: unknown) => thrown)
    expect(String(failure)).to.contain('the upstream closed the connection')
    expect(await open().sizeOf(sha256(bytes))).to.equal(null)
    expect([...(await listed()).keys()]).to.have.members([...before.keys()])
  })

  it('has nothing under an unknown address, nor under what is no address', async () => {
    for (const address of [ABSENT, '', '..', '../../../etc/passwd', `${ABSENT}/`, ABSENT.toUpperCase(), 'a/b']) {
      expect(await open().get(address), address).to.equal(null)
      expect(await open().get(address, { start: 0, end: 1 }), address).to.equal(null)
      expect(await open().sizeOf(address), address).to.equal(null)
      expect(await open().delete(address, Infinity), address).to.equal(false)
    }
  })

  it('deletes, and can put again', async () => {
    const bytes = randomBytes(1000)
    const { address } = await open().put(bytes, 'image/png')
    expect(await open().delete(address, Infinity)).to.equal(true)
    expect(await open().delete(address, Infinity)).to.equal(false)
    expect(await open().get(address)).to.equal(null)
    expect(await open().sizeOf(address)).to.equal(null)
    await open().put(bytes, 'image/png')
    expect((await read(address)).equals(bytes)).to.equal(true)
  })

  it('deletes nothing that was put since', async () => {
    const bytes = randomBytes(1000)
    const { address } = await open().put(bytes, 'image/png')
    expect(await open().delete(address, Date.now() - 60_000)).to.equal(false)
    expect((await read(address)).equals(bytes)).to.equal(true)
  })

  it('lists everything with its size and when it was last put', async () => {
    const sizes = [10, 2000, 30_000]
    const startedMs = Date.now()
    const stored = await Promise.all(sizes.map((size) => open().put(randomBytes(size), 'image/png')))
    const found = await listed()
    // Some stores keep whole seconds.
    for (const { address, sizeBytes } of stored) {
      expect(found.get(address)?.sizeBytes).to.equal(sizeBytes)
      expect(found.get(address)?.putAtMs).to.be.within(startedMs - 1000, Date.now() + 1000)
    }
  })
}
