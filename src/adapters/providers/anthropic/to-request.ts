import { createHash } from 'node:crypto'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../failures/adapter-failures.ts'
import type { ProviderRequest } from '../upstream/provider-http.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { fixedFields, parametersOf } from './deployment-parameters.ts'
import type { AnthropicParameters } from './deployment-parameters.ts'
import { toOutputSchema } from './json-schema.ts'
import { toConversation } from './messages.ts'
import { toReasoningFields } from './reasoning.ts'
import { isForced, toToolFields } from './tools.ts'
import { withoutThoughts } from './without-thoughts.ts'

/** The provider insists on a limit; one is always planned, so this is for callers of the adapter itself. */
const DEFAULT_MAX_TOKENS = 4_096

/**
 * The request to send, or why the provider cannot be asked this. Fields that the provider has no word for are left out
 * (penalties, `verbosity`, `service_tier` and the like); those whose loss would change the answer are refused. Thoughts
 * of earlier answers are left out where the provider could not read them.
 */
export const toRequest = (
  request: ChatRequest,
  deployment: Deployment,
  isStream: boolean,
  leavesOutThoughts = false,
): Either<UpstreamFailure, ProviderRequest> => {
  const rules = parametersOf(deployment)
  const foreign = refuseForeign(request)
  if (foreign !== null) return foreign
  const conversation = toConversation(request.messages, rules)
  if (isLeft(conversation)) return conversation
  const { system, calledTools } = conversation.right
  const messages = leavesOutThoughts ? withoutThoughts(conversation.right.messages) : conversation.right.messages
  const tools = toToolFields(request, calledTools, rules)
  if (isLeft(tools)) return tools
  const maxTokens = request.max_tokens ?? request.max_completion_tokens ?? DEFAULT_MAX_TOKENS
  const reasoning = toReasoningFields(request['reasoning_effort'], maxTokens, rules)
  if (isLeft(reasoning)) return reasoning
  const format = toFormat(request.response_format)
  if (isLeft(format)) return format

  const fixed = fixedFields(deployment)
  const thinking = fixed['thinking'] ?? usableThinking(reasoning.right.thinking, tools.right.tool_choice)
  const { effort } = reasoning.right
  const outputConfig = { ...(effort === undefined ? {} : { effort }), ...format.right }
  const stops = stopsOf(request.stop)
  const user = nonEmptyOf(request['safety_identifier']) ?? nonEmptyOf(request.user)
  return right({
    path: '/messages',
    headers: { 'anthropic-version': rules.version },
    body: {
      ...fixed,
      model: deployment.upstreamModel,
      max_tokens: maxTokens,
      ...(system.length === 0 ? {} : { system }),
      messages,
      ...tools.right,
      ...(isStream ? { stream: true } : {}),
      ...(stops.length === 0 ? {} : { stop_sequences: stops }),
      ...(isThinking(thinking) ? {} : samplingOf(request, rules)),
      ...(thinking === undefined ? {} : { thinking }),
      ...(Object.keys(outputConfig).length === 0
        ? {}
        : { output_config: { ...objectOf(fixed['output_config']), ...outputConfig } }),
      ...(user === null ? {} : { metadata: { user_id: opaque(user) } }),
    },
  })
}

/** What has no counterpart at the provider and cannot be left out unnoticed. */
const refuseForeign = (request: ChatRequest): Either<UpstreamFailure, never> | null => {
  if ((request.n ?? 1) > 1) return unsupported('n', 'Anthropic gives one choice.')
  if (request.logprobs === true) return unsupported('logprobs', 'Anthropic gives no log probabilities.')
  const refused = REFUSED.find((field) => !isEmpty(request[field]))
  return refused === undefined ? null : unsupported(refused, `Anthropic does not support '${refused}'.`)
}

const REFUSED = ['seed', 'logit_bias', 'functions', 'function_call'] as const

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null) return true
  return Object.keys(objectOf(value) ?? arrayOf(value) ?? [value]).length === 0
}

const toFormat = (format: ChatRequest['response_format']): Either<UpstreamFailure, Wire> => {
  const type = format?.['type']
  if (format === undefined || format === null || type === 'text') return right({})
  const schema = type === 'json_schema' ? objectOf(objectOf(format['json_schema'])?.['schema']) : null
  return schema === null
    ? unsupported('response_format', 'Anthropic writes plain text, or JSON by a schema.')
    : right({ format: { type: 'json_schema', schema: toOutputSchema(schema) } })
}

/** A budget of thoughts and a tool that must be called exclude each other; the tool is what the caller relies on. */
const usableThinking = (thinking: Wire | undefined, toolChoice: Wire | undefined): Wire | undefined =>
  thinking?.['type'] === 'enabled' && isForced(toolChoice) ? undefined : thinking

const isThinking = (thinking: unknown): boolean => {
  const type = objectOf(thinking)?.['type']
  return type !== undefined && type !== 'disabled'
}

/** One of the two at most, and a temperature no higher than the provider's hottest. */
const samplingOf = (request: ChatRequest, { sampling }: AnthropicParameters): Wire => {
  const { temperature, top_p: topP } = request
  if (!sampling) return {}
  if (temperature !== undefined && temperature !== null) return { temperature: Math.min(1, Math.max(0, temperature)) }
  return topP === undefined || topP === null ? {} : { top_p: topP }
}

const stopsOf = (stop: ChatRequest['stop']): readonly string[] =>
  (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((sequence) => sequence.trim() !== '')

/** The provider asks for an id that tells nothing of the person. */
const opaque = (user: string): string => createHash('sha256').update(user).digest('hex')
