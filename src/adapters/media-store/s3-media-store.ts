import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { MediaListing, MediaStore, StoredMedia } from '../../application/ports/media/media-store.ts'
import { isContentAddress } from '../../domain/media/asset.ts'
import type { ContentAddress, MimeType } from '../../domain/media/asset.ts'
import { addressOf, hashing } from './content-hash.ts'
import { writeTemporaryFile } from './whole-file.ts'

export interface S3Options {
  /** The address of the service, without the bucket, which is part of the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3MediaStore extends MediaStore {
  /** Closes idle connections. */
  readonly close: () => void
}

const PREFIX = 'media/'
const CONNECT_TIMEOUT_MS = 2000
/** The longest silence on a connection. A whole transfer may take longer. */
const SILENCE_TIMEOUT_MS = 20_000

const keyOf = (address: ContentAddress): string => `${PREFIX}${address.slice(0, 2)}/${address.slice(2, 4)}/${address}`

const isAbsent = (thrown: unknown): boolean =>
  thrown instanceof S3ServiceException && thrown.$metadata.httpStatusCode === 404 && thrown.name !== 'NoSuchBucket'

const orNull = async <A>(address: ContentAddress, ask: (key: string) => Promise<A>): Promise<A | null> => {
  if (!isContentAddress(address)) return null
  try {
    return await ask(keyOf(address))
  } catch (thrown) {
    if (isAbsent(thrown)) return null
    throw thrown
  }
}

/** `bytes 0-99/1234` → 1234. */
const wholeSize = (contentRange: string | undefined): number | null => {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

const openClient = (options: S3Options): S3Client =>
  new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: SILENCE_TIMEOUT_MS },
    // Not every service with this protocol understands the newer checksums. TLS protects the transfer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

/** The key is the hash of the content, so the stream goes to a temporary file first, until the hash is known. */
const putStream = async (
  content: AsyncIterable<Uint8Array>,
  send: (stored: StoredMedia, path: string) => Promise<void>,
): Promise<StoredMedia> => {
  const directory = await mkdtemp(join(tmpdir(), 'media-'))
  try {
    const stream = hashing(content)
    const path = await writeTemporaryFile(directory, stream.chunks)
    const stored = stream.result()
    await send(stored, path)
    return stored
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const listAll = async function* (client: S3Client, bucket: string): AsyncGenerator<MediaListing> {
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, ContinuationToken: token }),
    )
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const address = Key.slice(Key.lastIndexOf('/') + 1)
      if (isContentAddress(address)) yield { address, sizeBytes: Size, putAtMs: LastModified?.getTime() ?? 0 }
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

/** Objects `media/aa/bb/<address>` in one bucket of any service that speaks S3's protocol. */
export const s3MediaStore = (options: S3Options): S3MediaStore => {
  const client = openClient(options)
  const Bucket = options.bucket
  const send = async (
    stored: StoredMedia,
    Body: Uint8Array | ReturnType<typeof createReadStream>,
    ContentType: MimeType | 'application/octet-stream',
  ): Promise<void> => {
    const Key = keyOf(stored.address)
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: stored.sizeBytes }))
  }
  return {
    put: async (content, mimeType) => {
      if (!(content instanceof Uint8Array)) {
        return putStream(content, (stored, path) => send(stored, createReadStream(path), mimeType))
      }
      const stored = { address: addressOf(content), sizeBytes: content.length }
      await send(stored, content, mimeType)
      return stored
    },
    sizeOf: (address) =>
      orNull(address, async (Key) => {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        return ContentLength ?? 0
      }),
    get: (address, range) =>
      orNull(address, async (Key) => {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
        const answer = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
        if (answer.Body === undefined) throw new Error('the object store answered without a body')
        const sizeBytes = wholeSize(answer.ContentRange) ?? answer.ContentLength ?? 0
        return { sizeBytes, content: answer.Body as AsyncIterable<Uint8Array> }
      }),
    delete: async (address, putBeforeMs) => {
      const deleted = await orNull(address, async (Key) => {
        const { LastModified } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        if (LastModified === undefined || LastModified.getTime() >= putBeforeMs) return false
        await client.send(new DeleteObjectCommand({ Bucket, Key }))
        return true
      })
      return deleted ?? false
    },
    list: () => listAll(client, Bucket),
    // The service stores an object whole or not at all, and the operating system deletes temporary files.
    removeUnfinished: () => Promise.resolve(),
    close: () => client.destroy(),
  }
}
