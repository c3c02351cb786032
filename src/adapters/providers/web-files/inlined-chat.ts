import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { UrlFetcher } from '../../../application/ports/media/url-fetcher.ts'
import type { ChatCall, ChatProvider } from '../../../application/ports/providers/chat-provider.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import { isRecord } from '../../../domain/json.ts'
import { findForbiddenField, normalizedName } from '../../../domain/parameters/request-fields.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../failures/adapter-failures.ts'
import { withFileData } from './web-files.ts'

/** Fields of images and documents that a provider would fetch. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['url', 'imageurl', 'fileurl'])

const isAddress = (name: string, value: unknown): boolean =>
  typeof value === 'string' && !/^data:/i.test(value) && ADDRESS_FIELDS.has(normalizedName(name))

/**
 * A block without what no provider fetches: the input of a call is in the words of the client's own tool, and citations
 * only tell where words came from.
 */
const fetchedOfBlock = (block: unknown): unknown => {
  if (!isRecord(block)) return block
  if (String(block['type']).endsWith('tool_use')) return null
  const { citations: _, annotations: __, ...fetched } = block
  return fetched
}

const fetchedOfTurn = (turn: unknown): unknown =>
  isRecord(turn) && Array.isArray(turn['content']) ? { ...turn, content: turn['content'].map(fetchedOfBlock) } : turn

/** Words of the client for itself. */
const NEVER_FETCHED = 'metadata'

/** Whether the client's own words have a text where the address of a file may stand, at any depth. */
const namesAddress = ({ fields }: NativeRequest): boolean =>
  [...fields].some(([name, { value }]) => {
    if (name === NEVER_FETCHED) return false
    return findForbiddenField(Array.isArray(value) ? value.map(fetchedOfTurn) : value, isAddress) !== null
  })

const hasParts = ({ content }: ChatMessage): boolean => typeof content === 'object' && content !== null

/**
 * The same provider, which never sees the address of an image or a file: the gateway fetches it and sends the bytes.
 * For servers inside the operator's own network, where a public name may lead to a private host and the spelling of an
 * address cannot tell (`169.254.169.254.nip.io`).
 */
export const inlinedChat = (provider: ChatProvider, fetcher: UrlFetcher): ChatProvider => {
  const inlined = (call: ChatCall): NowOrLater<Either<UpstreamFailure, ChatCall>> => {
    if (call.native !== undefined && !namesAddress(call.native)) return right(call)
    // The addresses in the client's own words would not be fetched here.
    if (call.native?.isTranslatable === false) {
      return unsupported(call.native.wire, 'The provider of this model takes requests of this form as chat only.')
    }
    const asChat = call.native === undefined ? call : { ...call, native: undefined }
    return asChat.request.messages.some(hasParts) ? withFileData(asChat, fetcher) : right(asChat)
  }
  const afterFetch =
    <A>(ask: (call: ChatCall) => Promise<Either<UpstreamFailure, A>>) =>
    async (call: ChatCall): Promise<Either<UpstreamFailure, A>> => {
      const inlining = inlined(call)
      const ready = inlining instanceof Promise ? await inlining : inlining
      return isLeft(ready) ? ready : await ask(ready.right)
    }
  return {
    ignoredFields: provider.ignoredFields,
    complete: afterFetch(provider.complete),
    stream: afterFetch(provider.stream),
    ...(provider.count === undefined ? {} : { count: afterFetch(provider.count) }),
  }
}
