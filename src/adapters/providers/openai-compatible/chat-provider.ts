import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../../application/ports/media/url-fetcher.ts'
import type { ChatCall, ChatProvider } from '../../../application/ports/providers/chat-provider.ts'
import { leftOutOf } from '../fields/shape.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { asksToSeeReasoning, SHOWN_REASONING } from '../../../domain/chat/shown-reasoning.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { httpChat } from '../http-chat.ts'
import type { NativeChatWire } from '../http-chat.ts'
import { webFilesIn, withFileData } from '../web-files/web-files.ts'
import type { WebFile } from '../web-files/web-files.ts'
import type { CountWire } from '../prompt-count.ts'
import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { bearer, providerHttp } from '../upstream/provider-http.ts'
import type { ProviderConnection, ProviderRequest } from '../upstream/provider-http.ts'
import { inDialect } from './request/dialect-messages.ts'
import { dialectRules } from './dialects.ts'
import type { Dialect, DialectRules } from './dialects.ts'
import { fromResponse } from './answer/from-response.ts'
import { streamReader } from './answer/stream-reader.ts'
import { toRequest } from './request/to-request.ts'
import { isEffortUnread } from './request/effort-fields.ts'

/** Fields of a request that the provider is not given. */
const ignoredFields = (request: ChatRequest, rules: DialectRules): readonly string[] => [
  ...leftOutOf(request, rules.takes),
  ...inDialect(request.messages, rules, true).leftOut,
  ...(isEffortUnread(request, rules) ? ['reasoning_effort'] : []),
  ...(rules.hidesReasoning === true && asksToSeeReasoning(request) ? [SHOWN_REASONING] : []),
]

const PDF_ALONE: ReadonlySet<WebFile['accept']> = new Set(['pdf'])

interface OpenAiCompatibleDeps extends ProviderConnection {
  /** Reads the files that callers name by their address. */
  readonly fetcher: UrlFetcher
  readonly dialect?: Dialect
  /** Chat fields that the catalogue lets through besides the dialect's own. */
  readonly passFields?: readonly string[]
  /** A wire that the service speaks beside chat completions. */
  readonly native?: NativeChatWire
  /** Absent where the service counts no prompts. */
  readonly count?: CountWire
}

/** Any service that speaks OpenAI's chat completions: one instance a provider, one shared `http`. */
export const openAiCompatibleChat = (deps: OpenAiCompatibleDeps): ChatProvider => {
  const { dialect = 'plain', passFields = [] } = deps
  const rules = dialectRules(dialect, passFields)
  const http = providerHttp(deps, { headers: bearer(deps.apiKey), requestIdOf, failureOf: fromErrorResponse })
  const build = toRequest({ rules, passFields })
  /** The wire has no word for the address of a file. */
  const fetched = async (call: ChatCall, isStream: boolean): Promise<Either<UpstreamFailure, ProviderRequest>> => {
    const ready = await withFileData(call, deps.fetcher, PDF_ALONE)
    return isLeft(ready) ? ready : build(ready.right, isStream)
  }
  const chat = {
    ignoredFields: ({ request }: { readonly request: ChatRequest }) => ignoredFields(request, rules),
    toRequest: (call: ChatCall, isStream: boolean) => {
      // The request is judged before the gateway fetches anything for it.
      const asked = build(call, isStream)
      return isLeft(asked) || webFilesIn(call.request.messages, PDF_ALONE).length === 0
        ? asked
        : fetched(call, isStream)
    },
    fromResponse,
    streamReader,
    ...(deps.count === undefined ? {} : { count: deps.count }),
  }
  return httpChat(http, chat, deps.native)
}
