import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { base64Text } from '../../../application/media/base64-text.ts'
import type { ChatCall } from '../../../application/ports/providers/chat-provider.ts'
import { MAX_FETCHED_BYTES } from '../../../application/ports/media/url-fetcher.ts'
import type { UrlFetcher, UrlFetchLimits } from '../../../application/ports/media/url-fetcher.ts'
import type { ChatMessage, ContentPart } from '../../../domain/chat/message.ts'
import { writtenFormatOf } from './written-format.ts'
import { PDF_MIME_TYPE } from '../../../domain/media/pdf.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../failures/adapter-failures.ts'

/** An image or a PDF of a conversation that is named by its address. */
export interface WebFile {
  readonly accept: 'image' | 'pdf'
  readonly url: string
  /** Path of the field in the caller's body. */
  readonly param: string
}

/** By `keyOf`, in base64. */
type FetchedFiles = ReadonlyMap<string, string>

/** Names a file that is fetched: one address may be asked for as an image and as a PDF. */
export const keyOf = ({ accept, url }: Pick<WebFile, 'accept' | 'url'>): string => `${accept} ${url}`

export const isWebAddress = (url: string): boolean => /^https?:/i.test(url)

/** What a part names by an address of the web; null if it names nothing. */
const namedBy = (part: ContentPart, path: string): WebFile | null => {
  const url = part.type === 'image_url' ? part.image_url?.url : null
  if (typeof url === 'string' && isWebAddress(url)) return { accept: 'image', url, param: `${path}.image_url.url` }
  const file = part.type === 'file' ? part.file?.file_url : null
  return typeof file === 'string' && isWebAddress(file)
    ? { accept: 'pdf', url: file, param: `${path}.file.file_url` }
    : null
}

/** The images and PDFs of a conversation that must be fetched, each address once. */
export const webFilesIn = (
  messages: readonly ChatMessage[],
  accepts: ReadonlySet<WebFile['accept']> = new Set(['image', 'pdf']),
): readonly WebFile[] => {
  const found = new Map<string, WebFile>()
  for (const [messageIndex, { content }] of messages.entries()) {
    if (content === undefined || content === null || typeof content === 'string') continue
    for (const [partIndex, part] of content.entries()) {
      const file = namedBy(part, `messages.${messageIndex}.content.${partIndex}`)
      if (file !== null && accepts.has(file.accept) && !found.has(keyOf(file))) found.set(keyOf(file), file)
    }
  }
  return [...found.values()]
}

const FETCHES_AT_A_TIME = 4

/** Limits the number of addresses that one call can make the gateway fetch. */
const MAX_WEB_FILES = 32

/** Fetches them all, together no more than one caller may make us fetch. The first failure is the caller's. */
export const fetchWebFiles = async (
  fetcher: UrlFetcher,
  files: readonly WebFile[],
  bounds: Pick<UrlFetchLimits, 'signal' | 'memory'>,
): Promise<Either<UpstreamFailure, FetchedFiles>> => {
  const excess = files[MAX_WEB_FILES]
  if (excess !== undefined) {
    return unsupported(
      excess.param,
      `A request may name ${MAX_WEB_FILES} images and files by their address; send others as data.`,
    )
  }
  const fetched = new Map<string, string>()
  let remainingBytes = MAX_FETCHED_BYTES
  for (let first = 0; first < files.length; first += FETCHES_AT_A_TIME) {
    const maxBytes = remainingBytes
    const batch = files.slice(first, first + FETCHES_AT_A_TIME)
    const answers = await Promise.all(
      batch.map(async (named) => ({
        named,
        file: await fetcher.fetch(named.url, { maxBytes, accept: named.accept, ...bounds }),
      })),
    )
    for (const { named, file } of answers) {
      if (isLeft(file)) return rejected(file.left.tag, named.param, file.left.message)
      const { bytes } = file.right
      remainingBytes -= bytes.length
      if (remainingBytes < 0) return rejected('payload_too_large', named.param, 'The files are too large together.')
      fetched.set(keyOf(named), base64Text(bytes))
    }
  }
  return right(fetched)
}

/** The same call, whose images and PDFs, or those of the accepted kinds, are the bytes themselves and no addresses. */
export const withFileData = async (
  call: ChatCall,
  fetcher: UrlFetcher,
  accepts?: ReadonlySet<WebFile['accept']>,
): Promise<Either<UpstreamFailure, ChatCall>> => {
  const files = webFilesIn(call.request.messages, accepts)
  if (files.length === 0) return right(call)
  const fetched = await fetchWebFiles(fetcher, files, { signal: call.signal, memory: call.memory })
  if (isLeft(fetched)) return fetched
  const messages = call.request.messages.map((message) => withData(message, fetched.right))
  return right({ ...call, request: { ...call.request, messages } })
}

const withData = (message: ChatMessage, fetched: FetchedFiles): ChatMessage => {
  const { content } = message
  if (content === undefined || content === null || typeof content === 'string') return message
  return { ...message, content: content.map((part) => inPlace(part, fetched)) }
}

const inPlace = (part: ContentPart, fetched: FetchedFiles): ContentPart => {
  const named = namedBy(part, '')
  const data = named === null ? undefined : fetched.get(keyOf(named))
  if (named === null || data === undefined) return part
  if (named.accept === 'image') return { ...part, image_url: { ...part.image_url, url: imageDataUrl(data) } }
  const { file_url: _, ...file } = part.file ?? {}
  return { ...part, file: { ...file, file_data: `data:${PDF_MIME_TYPE};base64,${data}` } }
}

/** The fetcher let nothing through but images, so the bytes say which. */
const imageDataUrl = (data: string): string => {
  const mimeType = writtenFormatOf(data) ?? 'image/png'
  return `data:${mimeType};base64,${data}`
}
