import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { fileSystemMediaStore } from '../../../src/adapters/media-store/file-system-media-store.ts'
import { s3MediaStore } from '../../../src/adapters/media-store/s3-media-store.ts'
import type { S3MediaStore } from '../../../src/adapters/media-store/s3-media-store.ts'
import { openS3Server } from '../../support/servers/s3-server.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'
import { mediaStoreContract } from './media-store.ts'

describe('media store contract: memory', () => {
  const store = memoryMediaStore(Date.now)
  mediaStoreContract(() => store)
})

describe('media store contract: file system', () => {
  let root: string
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'media-store-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  mediaStoreContract(() => fileSystemMediaStore(join(root, 'data', 'media')))

  it('keeps every directory and file from other users of the machine, also in a root that stood open', async () => {
    const media = join(root, 'open', 'media')
    await mkdir(media, { recursive: true, mode: 0o755 })
    await chmod(media, 0o755)
    await fileSystemMediaStore(media).put(new Uint8Array([1, 2, 3]), 'image/png')
    const modes = new Set([(await stat(media)).mode & 0o077])
    for (const name of await readdir(media, { recursive: true }))
      modes.add((await stat(join(media, name))).mode & 0o077)
    expect([...modes]).to.deep.equal([0])
  })
})

describe('media store contract: S3', () => {
  let server: S3Server
  let store: S3MediaStore
  before(async () => {
    server = await openS3Server(false)
    store = s3MediaStore(server.options)
  })
  after(async () => {
    store.close()
    await server.close()
  })

  mediaStoreContract(() => store)
})
