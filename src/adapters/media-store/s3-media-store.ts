import type { ReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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
import { ObjectStoreFailed } from './object-store-failed.ts'

export interface S3Options {
  /** The address of the service, without the bucket, which is part of the path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly silenceTimeoutMs?: number
}

export interface S3MediaStore extends MediaStore {
  /** Closes idle connections. */
  readonly close: () => void
}

const PREFIX = 'media/'
const CONNECT_TIMEOUT_MS = 2000
/** The longest silence of the store. A whole transfer may take longer. */
const SILENCE_TIMEOUT_MS = 20_000

const keyOf = (address: ContentAddress): string => `${PREFIX}${address.slice(0, 2)}/${address.slice(2, 4)}/${address}`

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

const TOO_MANY_REQUESTS = 429

/** The store's failure where an exception is one; any other exception as it is. */
const asObjectStoreFailure = (thrown: unknown, place: string): unknown => {
  if (!(thrown instanceof Error)) return thrown
  if (thrown instanceof S3ServiceException) {
    const status = thrown.$metadata.httpStatusCode ?? 0
    return new ObjectStoreFailed(place, status >= 500 || status === TOO_MANY_REQUESTS, thrown)
  }
  const code = 'code' in thrown ? thrown.code : null
  const isAway = thrown.name === 'TimeoutError' || (typeof code === 'string' && SOCKET_CODES.has(code))
  return isAway ? new ObjectStoreFailed(place, true, thrown) : thrown
}

const isAbsent = (thrown: unknown): boolean =>
  thrown instanceof S3ServiceException && thrown.$metadata.httpStatusCode === 404 && thrown.name !== 'NoSuchBucket'

type OrFailed = <A>(work: Promise<A>) => Promise<A>

const orNull = async <A>(
  address: ContentAddress,
  orFailed: OrFailed,
  ask: (key: string) => Promise<A>,
): Promise<A | null> => {
  if (!isContentAddress(address)) return null
  const work = ask(keyOf(address)).catch((thrown: unknown) => {
    if (isAbsent(thrown)) return null
    throw thrown
  })
  return orFailed(work)
}

/** `bytes 0-99/1234` → 1234. */
const wholeSize = (contentRange: string | undefined): number | null => {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

const openClient = (
  options: S3Options,
  timeouts:
    | { readonly socketTimeout: number }
    | { readonly requestTimeout: number; readonly throwOnRequestTimeout: true },
): S3Client =>
  new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, ...timeouts },
    // Not every service with this protocol understands the newer checksums. TLS protects the transfer.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

/** The content of an answer. The store may not be silent for long; who reads it may take any time. */
const untilSilent = async function* (body: Readable, silenceMs: number): AsyncGenerator<Uint8Array> {
  const end = (): unknown => body.destroy(new Error(`the object store was silent for ${silenceMs} ms`))
  const wait = (): NodeJS.Timeout => setTimeout(end, silenceMs)
  let timer = wait()
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      clearTimeout(timer)
      yield chunk
      timer = wait()
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A temporary file without a name: it is gone with its handle, also when the process is killed in between. */
const openNameless = async (): Promise<FileHandle> => {
  const directory = await mkdtemp(join(tmpdir(), 'media-'))
  try {
    return await open(join(directory, 'content'), 'wx+', 0o600)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** The key is the hash of the content, so the stream goes to a temporary file first, until the hash is known. */
const putStream = async (
  content: AsyncIterable<Uint8Array>,
  send: (stored: StoredMedia, body: ReadStream, signal: AbortSignal) => Promise<void>,
): Promise<StoredMedia> => {
  const file = await openNameless()
  try {
    const stream = hashing(content)
    for await (const chunk of stream.chunks) await file.writeFile(chunk)
    const stored = stream.result()
    const body = file.createReadStream({ start: 0, autoClose: false })
    // The library does not listen to its errors, and an error of a stream without a listener ends the process.
    const broken = new Promise<never>((_resolve, reject) => body.once('error', reject))
    const upload = new AbortController()
    try {
      await Promise.race([send(stored, body, upload.signal), broken])
    } catch (thrown) {
      // Without the rest of its body the request would stay open until the store has been silent for long.
      upload.abort()
      throw thrown
    } finally {
      body.destroy()
    }
    return stored
  } finally {
    await file.close()
  }
}

const listAll = async function* (client: S3Client, bucket: string, orFailed: OrFailed): AsyncGenerator<MediaListing> {
  let token: string | undefined
  do {
    const page = await orFailed(
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, ContinuationToken: token })),
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
  const silenceMs = options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS
  const client = openClient(options, { socketTimeout: silenceMs })
  // The socket of a content is also silent while a slow client reads it, so its time ends where the content begins.
  const reader = openClient(options, { requestTimeout: silenceMs, throwOnRequestTimeout: true })
  const Bucket = options.bucket
  const place = `${options.endpoint}, bucket ${Bucket}`
  const orFailed: OrFailed = (work) =>
    work.catch((thrown: unknown) => {
      throw asObjectStoreFailure(thrown, place)
    })
  const send = async (
    stored: StoredMedia,
    Body: Uint8Array | ReadStream,
    ContentType: MimeType | 'application/octet-stream',
    abortSignal?: AbortSignal,
  ): Promise<void> => {
    const Key = keyOf(stored.address)
    const command = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: stored.sizeBytes })
    await orFailed(client.send(command, { abortSignal }))
  }
  return {
    put: async (content, mimeType) => {
      if (!(content instanceof Uint8Array)) {
        return putStream(content, (stored, body, signal) => send(stored, body, mimeType, signal))
      }
      const stored = { address: addressOf(content), sizeBytes: content.length }
      await send(stored, content, mimeType)
      return stored
    },
    sizeOf: (address) =>
      orNull(address, orFailed, async (Key) => {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        return ContentLength ?? 0
      }),
    get: (address, range) =>
      orNull(address, orFailed, async (Key) => {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`
        const answer = await reader.send(new GetObjectCommand({ Bucket, Key, Range }))
        if (!(answer.Body instanceof Readable)) throw new Error('the object store answered without a body')
        const sizeBytes = wholeSize(answer.ContentRange) ?? answer.ContentLength ?? 0
        return { sizeBytes, content: untilSilent(answer.Body, silenceMs) }
      }),
    delete: async (address, putBeforeMs) => {
      const deleted = await orNull(address, orFailed, async (Key) => {
        const { LastModified } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        if (LastModified === undefined || LastModified.getTime() >= putBeforeMs) return false
        await client.send(new DeleteObjectCommand({ Bucket, Key }))
        return true
      })
      return deleted ?? false
    },
    list: () => listAll(client, Bucket, orFailed),
    // The service stores an object whole or not at all, and no temporary file outlives its process.
    removeUnfinished: () => Promise.resolve(),
    close: () => {
      client.destroy()
      reader.destroy()
    },
  }
}
