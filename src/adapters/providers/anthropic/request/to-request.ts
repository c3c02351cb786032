import { createHash } from 'node:crypto'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import { choicesAsked } from '../../../../domain/chat/request.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { answerSchema } from '../../fields/schema-words.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'
import { toGenerationFields } from './generation-fields.ts'
import { toOutputSchema, unsayable } from './json-schema.ts'
import { toConversation } from './messages.ts'
import { toToolFields } from './tools.ts'
import { withoutThoughts } from '../without-thoughts.ts'

/**
 * The request to send, or why the provider cannot be asked this. Fields that the provider has no word for are left out
 * (penalties, `verbosity`, `service_tier` and the like); those whose loss would change the answer are refused. Thoughts
 * of earlier answers are left out where the provider could not read them.
 */
export const toRequest = (
  request: ChatRequest,
  deployment: Deployment,
  isStream: boolean,
  leavesOutReasoning = false,
): Either<UpstreamFailure, ProviderRequest> => {
  const rules = parametersOf(deployment)
  const foreign = refuseForeign(request)
  if (foreign !== null) return foreign
  const conversation = toConversation(request.messages, rules)
  if (isLeft(conversation)) return conversation
  const { system, calledTools } = conversation.right
  const messages = leavesOutReasoning ? withoutThoughts(conversation.right.messages) : conversation.right.messages
  const tools = toToolFields(request, calledTools, rules)
  if (isLeft(tools)) return tools
  const generation = toGenerationFields(request, deployment)
  if (isLeft(generation)) return generation
  const format = toFormat(request.response_format)
  if (isLeft(format)) return format

  const fixed = fixedFields(deployment)
  const { fields, effort } = generation.right
  const outputConfig = { ...(effort === undefined ? {} : { effort }), ...format.right }
  const user = nonEmptyOf(request['safety_identifier']) ?? nonEmptyOf(request.user)
  return right({
    path: '/messages',
    headers: { 'anthropic-version': rules.version },
    body: {
      ...fixed,
      model: deployment.upstreamModel,
      ...fields,
      ...(system.length === 0 ? {} : { system }),
      messages,
      ...tools.right,
      ...(isStream ? { stream: true } : {}),
      ...(Object.keys(outputConfig).length === 0
        ? {}
        : { output_config: { ...objectOf(fixed['output_config']), ...outputConfig } }),
      ...(user === null ? {} : { metadata: { user_id: opaque(user) } }),
    },
  })
}

/** What has no counterpart at the provider and cannot be left out unnoticed. */
const refuseForeign = (request: ChatRequest): Either<UpstreamFailure, never> | null => {
  if (choicesAsked(request) > 1) return unsupported('n', 'Anthropic gives one choice.')
  if (request.logprobs === true) return unsupported('logprobs', 'Anthropic gives no log probabilities.')
  const refused = REFUSED.find(([field]) => !isEmpty(request[field]))
  if (refused === undefined) return null
  const [field, message] = refused
  return unsupported(field, message)
}

const REFUSED: readonly (readonly [field: string, message: string])[] = [
  ['seed', 'Anthropic takes no seed.'],
  ['logit_bias', 'Anthropic takes no bias on single tokens.'],
]

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null) return true
  return Object.keys(objectOf(value) ?? arrayOf(value) ?? [value]).length === 0
}

const toFormat = (format: ChatRequest['response_format']): Either<UpstreamFailure, Wire> => {
  const type = format?.['type']
  if (format === undefined || format === null || type === 'text') return right({})
  const schema = type === 'json_schema' ? answerSchema(format) : null
  if (schema === null) return unsupported('response_format', 'Anthropic writes plain text, or JSON by a schema.')
  const sent = toOutputSchema(schema)
  return isLeft(sent)
    ? unsupported('response_format', unsayable(sent.left))
    : right({ format: { type: 'json_schema', schema: sent.right } })
}

/** The provider asks for an id that tells nothing of the person. */
const opaque = (user: string): string => createHash('sha256').update(user).digest('hex')
