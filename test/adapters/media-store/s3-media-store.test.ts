import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { s3MediaStore } from '../../../src/adapters/media-store/s3-media-store.ts'
import { openS3Server } from '../../support/servers/s3-server.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  )

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
    expect(await failureOf(wrongSecret.put(randomBytes(10), 'image/png'))).to.be.an('error')
    expect(await failureOf(wrongSecret.get('ab'.repeat(32)))).to.be.an('error')
    wrongSecret.close()
    const wrongBucket = s3MediaStore({ ...server.options, bucket: 'nobodys' })
    expect(await failureOf(wrongBucket.get('ab'.repeat(32)))).to.be.an('error')
    wrongBucket.close()
  })

  it('throws when no server listens', async () => {
    const gone = await openS3Server(true)
    await gone.close()
    const store = s3MediaStore(gone.options)
    expect(await failureOf(store.put(randomBytes(10), 'image/png'))).to.be.an('error')
    store.close()
  })
})
