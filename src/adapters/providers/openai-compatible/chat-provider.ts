import type { ChatProvider } from '../../../application/ports/providers/chat-provider.ts'
import { leftOutOf } from '../fields/shape.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { httpChat } from '../http-chat.ts'
import type { NativeChatWire } from '../http-chat.ts'
import { fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { bearer, providerHttp } from '../upstream/provider-http.ts'
import type { ProviderConnection } from '../upstream/provider-http.ts'
import { dialectRules } from './dialects.ts'
import type { Dialect } from './dialects.ts'
import { fromResponse } from './from-response.ts'
import { streamReader } from './stream-reader.ts'
import { toRequest } from './to-request.ts'

interface OpenAiCompatibleDeps extends ProviderConnection {
  readonly dialect?: Dialect
  /** Chat fields that the catalogue lets through besides the dialect's own. */
  readonly passFields?: readonly string[]
  /** A wire that the service speaks beside chat completions. */
  readonly native?: NativeChatWire
}

/** Any service that speaks OpenAI's chat completions: one instance a provider, one shared `http`. */
export const openAiCompatibleChat = (deps: OpenAiCompatibleDeps): ChatProvider => {
  const { dialect = 'plain', passFields = [] } = deps
  const rules = dialectRules(dialect, passFields)
  const http = providerHttp(deps, { headers: bearer(deps.apiKey), requestIdOf, failureOf: fromErrorResponse })
  const chat = {
    ignoredFields: ({ request }: { readonly request: ChatRequest }) => leftOutOf(request, rules.takes),
    toRequest: toRequest({ rules, passFields }),
    fromResponse,
    streamReader,
  }
  return httpChat(http, chat, deps.native)
}
