import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { fileSystemMediaStore } from '../../../src/adapters/media-store/file-system-media-store.ts'
import type { MediaListing } from '../../../src/application/ports/media/media-store.ts'

describe('file system media store', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'media-store-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const filesBelow = async (directory: string): Promise<readonly string[]> =>
    (await readdir(directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)

  const listed = async (directory: string): Promise<readonly MediaListing[]> => {
    const files: MediaListing[] = []
    for await (const file of fileSystemMediaStore(directory).list()) files.push(file)
    return files
  }

  it('puts a file two levels deep, for the owner alone, and nothing else', async () => {
    const store = fileSystemMediaStore(root)
    const { address } = await store.put(Buffer.from('a'), 'image/png')
    const { mode, size } = await stat(join(root, address.slice(0, 2), address.slice(2, 4), address))
    expect([mode & 0o777, size]).to.deep.equal([0o600, 1])
    expect(await filesBelow(root)).to.deep.equal([address])
  })

  it('keeps a file after its process: another store on the directory finds it', async () => {
    const { address } = await fileSystemMediaStore(root).put(Buffer.from('a'), 'image/png')
    expect(await fileSystemMediaStore(root).sizeOf(address)).to.equal(1)
  })

  it('renews the time of a file that is put again', async () => {
    const store = fileSystemMediaStore(root)
    const { address } = await store.put(Buffer.from('a'), 'image/png')
    await utimes(join(root, address.slice(0, 2), address.slice(2, 4), address), 1, 1)
    await store.put(Buffer.from('a'), 'image/png')
    const files = await listed(root)
    expect(files.map((file) => file.address)).to.deep.equal([address])
    expect(files[0]?.putAtMs).to.be.above(Date.now() - 60_000)
  })

  it('lists only stored files, and nothing where the directory does not exist', async () => {
    await writeFile(join(root, 'README'), 'x')
    await mkdir(join(root, 'ab', 'cd'), { recursive: true })
    await writeFile(join(root, 'ab', 'cd', 'x'), 'x')
    const { address } = await fileSystemMediaStore(root).put(Buffer.from('a'), 'image/png')
    expect((await listed(root)).map((file) => file.address)).to.deep.equal([address])
    expect(await listed(join(root, 'nowhere'))).to.deep.equal([])
  })

  it('deletes the unfinished files of crashed writers, and leaves files that are being written', async () => {
    await mkdir(join(root, 'unfinished'))
    await writeFile(join(root, 'unfinished', 'old'), 'x')
    await writeFile(join(root, 'unfinished', 'young'), 'x')
    await utimes(join(root, 'unfinished', 'old'), 1, 1)
    await fileSystemMediaStore(root).removeUnfinished(Date.now() - 3_600_000)
    expect(await readdir(join(root, 'unfinished'))).to.deep.equal(['young'])
  })

  it('leaves nothing behind of a deleted file', async () => {
    const store = fileSystemMediaStore(root)
    const { address } = await store.put(randomBytes(10), 'image/png')
    await store.delete(address, Date.now() + 60_000)
    expect(await readdir(join(root, 'unfinished'))).to.deep.equal([])
    expect(await readdir(join(root, address.slice(0, 2), address.slice(2, 4)))).to.deep.equal([])
  })

  it('keeps a file that is put again while it is being deleted', async () => {
    const store = fileSystemMediaStore(root)
    const bytes = randomBytes(10)
    for (let round = 0; round < 50; round += 1) {
      const { address } = await store.put(bytes, 'image/png')
      await utimes(join(root, address.slice(0, 2), address.slice(2, 4), address), 1, 1)
      await Promise.all([store.delete(address, Date.now() - 3_600_000), store.put(bytes, 'image/png')])
      expect(await store.sizeOf(address)).to.equal(10)
    }
  })
})
