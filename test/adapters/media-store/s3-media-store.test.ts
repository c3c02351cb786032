import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import sinon from 'sinon'
import { ObjectStoreFailed } from '../../../src/adapters/media-store/object-store-failed.ts'
import { s3MediaStore } from '../../../src/adapters/media-store/s3-media-store.ts'
import { eventually } from '../../support/eventually.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import { openS3Server } from '../../support/servers/s3-server.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  )

/** How many temporary files of media this process has open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('/media-')
    } catch {
      return false
    }
  }).length

const ADDRESS = 'ab'.repeat(32)
const WHOLE = 'cd'.repeat(32)
const SILENCE_MS = 200

describe('S3 media store', () => {
  let server: S3Server
  before(async () => {
    server = await openS3Server(true)
  })
  after(() => server.close())

  it('signs its requests, so that a service that checks signatures accepts them', async () => {
    const store = s3MediaStore(server.options)
    const bytes = randomBytes(5000)
    const { address } = await store.put(bytes, 'image/png')
    expect(await store.sizeOf(address)).to.equal(5000)
    const part = await store.get(address, { start: 1000, end: 1999 })
    expect(part?.sizeBytes).to.equal(5000)
    const chunks: Uint8Array[] = []
    for await (const chunk of part?.content ?? []) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(bytes.subarray(1000, 2000))).to.equal(true)
    await store.delete(address, Infinity)
    expect(await store.sizeOf(address)).to.equal(null)
    store.close()
  })

  it('throws, instead of answering that a file is missing, when the service refuses or has no such bucket', async () => {
    const wrongSecret = s3MediaStore({ ...server.options, secretAccessKey: 'wrong' })
    const refused = await failureOf(wrongSecret.put(randomBytes(10), 'image/png'))
    expect(refused).to.be.instanceOf(ObjectStoreFailed).and.to.include({ isAway: false })
    expect(String(refused))
      .to.include(`${server.options.endpoint}, bucket media-test`)
      .and.to.include('S3_SECRET_ACCESS_KEY')
    expect(await failureOf(wrongSecret.get(ADDRESS))).to.be.an('error')
    wrongSecret.close()
    const wrongBucket = s3MediaStore({ ...server.options, bucket: 'nobodys' })
    expect(await failureOf(wrongBucket.get(ADDRESS))).to.be.an('error')
    expect(String(await failureOf(wrongBucket.put(randomBytes(10), 'image/png')))).to.match(/: see S3_BUCKET$/)
    const wrongKey = s3MediaStore({ ...server.options, accessKeyId: 'wrong' })
    expect(String(await failureOf(wrongKey.put(randomBytes(10), 'image/png')))).to.match(/: see S3_ACCESS_KEY_ID$/)
    wrongKey.close()
    wrongBucket.close()
  })

  it('throws when no server listens', async () => {
    const gone = await openS3Server(true)
    await gone.close()
    const store = s3MediaStore(gone.options)
    const failures = [
      await failureOf(store.put(randomBytes(10), 'image/png')),
      await failureOf(store.sizeOf(ADDRESS)),
      await failureOf(store.list()[Symbol.asyncIterator]().next()),
    ]
    for (const failure of failures) {
      expect(failure).to.be.instanceOf(ObjectStoreFailed).and.to.include({ isAway: true })
    }
    store.close()
  })

  it('closes the file of a stream that it could not send', async function () {
    if (process.platform !== 'linux') this.skip()
    const gone = await openS3Server(true)
    await gone.close()
    const store = s3MediaStore(gone.options)
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(randomBytes(1_000_000))
    }
    expect(await failureOf(store.put(pieces(), 'video/mp4'))).to.be.instanceOf(ObjectStoreFailed)
    await eventually(() => openFiles() === 0)
    store.close()
  })

  it('leaves no file of a stream that its process was killed in: none has a name', async () => {
    // Files of tests that run beside this one stay.
    const { TMPDIR: usual } = process.env
    const folder = mkdtempSync(join(tmpdir(), 's3-'))
    process.env['TMPDIR'] = folder
    const store = s3MediaStore(server.options)
    let inBetween: readonly string[] | null = null
    const pieces = async function* () {
      yield randomBytes(5000)
      inBetween = readdirSync(folder)
      rmSync(folder, { recursive: true })
      yield randomBytes(5000)
    }
    try {
      const { sizeBytes, address } = await store.put(pieces(), 'image/png')
      expect(inBetween).to.deep.equal([])
      expect([sizeBytes, await store.sizeOf(address)]).to.deep.equal([10_000, 10_000])
    } finally {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      store.close()
    }
  })

  it('fails and ends its request, and not the process, where its temporary file cannot be read', async () => {
    const silent = await listenOnLoopback(createServer())
    // Only the end of the upload ends its request: the store may be silent for an hour.
    const store = s3MediaStore({ ...server.options, endpoint: silent.origin, silenceTimeoutMs: 3_600_000 })
    const handle = await open(process.execPath)
    const read = sinon.stub(Object.getPrototypeOf(handle) as FileHandle, 'read').rejects(new Error('EIO'))
    await handle.close()
    const pieces = async function* () {
      yield await Promise.resolve(randomBytes(5000))
    }
    try {
      expect(String(await failureOf(store.put(pieces(), 'image/png')))).to.include('EIO')
    } finally {
      read.restore()
    }
    await eventually(() => silent.openConnections() === 0)
    store.close()
    await silent.close()
  })

  it('throws when a server takes the connection and says nothing, whatever it is asked', async () => {
    const silent = await listenOnLoopback(createServer())
    const store = s3MediaStore({ ...server.options, endpoint: silent.origin, silenceTimeoutMs: SILENCE_MS })
    const failures = await Promise.all([
      failureOf(store.put(randomBytes(10), 'image/png')),
      failureOf(store.sizeOf(ADDRESS)),
      failureOf(store.get(ADDRESS)),
      failureOf(store.delete(ADDRESS, Infinity)),
      failureOf(store.list()[Symbol.asyncIterator]().next()),
    ])
    for (const failure of failures) {
      expect(failure).to.be.instanceOf(ObjectStoreFailed).and.to.include({ isAway: true })
    }
    store.close()
    await silent.close()
  })

  it('ends a file whose rest does not come, and never one that is read slowly', async () => {
    const half = await listenOnLoopback(
      createHttpServer((request, response) => {
        response.writeHead(200, { 'content-length': '3' }).write('a')
        response.write('b')
        if (request.url?.includes(WHOLE) === true) response.end('c')
      }),
    )
    const store = s3MediaStore({ ...server.options, endpoint: half.origin, silenceTimeoutMs: SILENCE_MS })
    const read = async (address: string): Promise<string> => {
      const parts: Uint8Array[] = []
      for await (const part of (await store.get(address))?.content ?? []) {
        parts.push(part)
        await pause(3 * SILENCE_MS)
      }
      return Buffer.concat(parts).toString()
    }
    // On a busy machine the answer itself may come after a silence; a slow reader would meet it each time.
    await eventually(async () => (await read(WHOLE).catch(() => '')) === 'abc')
    expect(String(await failureOf(read(ADDRESS)))).to.include('the object store was silent')
    store.close()
    await half.close()
  })
})
