import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'

/** Where a vendor of the OpenAI wire departs from it in what it accepts. */
interface Dialect {
  readonly renamed: ReadonlyMap<string, string>
  readonly dropped: ReadonlySet<string>
  /** Refuses fields of a message that it does not know, the reasoning of earlier turns among them. */
  readonly refusesReasoning: boolean
  readonly streamOptions: Readonly<Record<string, unknown>> | null
}

const PLAIN: Dialect = {
  renamed: new Map(),
  dropped: new Set(),
  refusesReasoning: false,
  streamOptions: { include_usage: true },
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  // Padding against traffic analysis doubles the bytes of a stream and is not passed on.
  ['openai', { ...PLAIN, refusesReasoning: true, streamOptions: { include_usage: true, include_obfuscation: false } }],
  [
    'xai',
    {
      ...PLAIN,
      renamed: new Map([
        ['max_tokens', 'max_completion_tokens'],
        ['parallel_tool_calls', 'parallel_function_calling'],
      ]),
    },
  ],
  [
    'mistral',
    // Refuses unknown fields, and reports usage in every stream unasked.
    {
      renamed: new Map([['seed', 'random_seed']]),
      dropped: new Set(['user']),
      refusesReasoning: true,
      streamOptions: null,
    },
  ],
])

/**
 * The body to send: the caller's own, without null fields, with the deployment's model and fixed parameters.
 * Usage is always asked for, because billing needs it; whether the caller sees it is decided elsewhere.
 */
export const toRequestBody = (request: ChatRequest, deployment: Deployment, isStream: boolean): string => {
  const dialect = DIALECTS.get(deployment.provider) ?? PLAIN
  const fields: [string, unknown][] = []
  for (const [field, value] of Object.entries(request)) {
    if (value === null || value === undefined || OWN_FIELDS.has(field) || dialect.dropped.has(field)) continue
    fields.push([dialect.renamed.get(field) ?? field, value])
  }
  fields.push(...Object.entries(deployment.parameters))
  fields.push(['model', deployment.upstreamModel], ['messages', messagesFor(request.messages, dialect)])
  if (isStream) {
    fields.push(['stream', true])
    if (dialect.streamOptions !== null) fields.push(['stream_options', dialect.streamOptions])
  }
  // `fromEntries` defines its fields, so that a caller's `__proto__` stays a field like any other.
  return JSON.stringify(Object.fromEntries(fields))
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options'])

const messagesFor = (messages: readonly ChatMessage[], { refusesReasoning }: Dialect): readonly ChatMessage[] =>
  refusesReasoning && messages.some((message) => message.reasoning_content !== undefined)
    ? messages.map((message) => ({ ...message, reasoning_content: undefined }))
    : messages
