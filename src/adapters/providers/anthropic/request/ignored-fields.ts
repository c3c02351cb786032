import { isLeft } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isNonEmptyText } from '../../../../domain/json.ts'
import { CHAT_REQUEST, CONTENT_PART, MESSAGE } from '../../fields/chat-shapes.ts'
import { leftOutOf, listShape, objectShape, SINGLE, withFields } from '../../fields/shape.ts'
import { parametersOf } from '../deployment-parameters.ts'
import { toGenerationFields } from './generation-fields.ts'
import { toSent } from './messages.ts'

const PART = withFields(CONTENT_PART, { image_url: objectShape({ url: SINGLE }) })

/** What is mapped to the provider's wire, or refused where it cannot be. */
const TAKEN = withFields(CHAT_REQUEST, {
  messages: listShape(withFields(MESSAGE, { content: listShape(PART), name: null, reasoning_content: null })),
  frequency_penalty: null,
  presence_penalty: null,
  top_logprobs: null,
  service_tier: null,
  top_k: SINGLE,
  safety_identifier: SINGLE,
  include_reasoning: SINGLE,
})

/** How the answer is to be made, as far as the provider is not given it; nothing where the request is refused. */
const generationLeftOut = (request: ChatRequest, deployment: Deployment): readonly string[] => {
  const generation = toGenerationFields(request, deployment)
  return isLeft(generation) ? [] : generation.right.leftOut
}

/** The provider takes one name of a user, and is given the newer field's. */
const hasTwoUsers = (request: ChatRequest): boolean =>
  isNonEmptyText(request['safety_identifier']) && isNonEmptyText(request.user)

/** Fields of a request that Anthropic is not given. */
export const ignoredFields = (request: ChatRequest, deployment: Deployment): readonly string[] => [
  ...leftOutOf(request, TAKEN),
  ...(hasTwoUsers(request) ? ['user'] : []),
  ...generationLeftOut(request, deployment),
  ...toSent(request.messages, parametersOf(deployment)).leftOut,
]
