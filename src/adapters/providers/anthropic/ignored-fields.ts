import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { CHAT_REQUEST, CONTENT_PART, MESSAGE } from '../fields/chat-shapes.ts'
import { leftOutOf, listOf, objectOf, SINGLE, withFields } from '../fields/shape.ts'
import { parametersOf } from './deployment-parameters.ts'
import { endsWithAnswer } from './messages.ts'

const PART = withFields(CONTENT_PART, { image_url: objectOf({ url: SINGLE }) })

/** What is mapped to the provider's wire, or refused where it cannot be. */
const TAKEN = withFields(CHAT_REQUEST, {
  messages: listOf(
    withFields(MESSAGE, { content: listOf(PART), name: null, reasoning_content: null, function_call: null }),
  ),
  frequency_penalty: null,
  presence_penalty: null,
  top_logprobs: null,
  service_tier: null,
  safety_identifier: SINGLE,
})

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Models that are not sampled, or that think, take neither; the others one of the two. */
const samplingLeftOut = (request: ChatRequest, deployment: Deployment): readonly string[] => {
  const given = ['temperature', 'top_p'].filter((name) => isGiven(request[name]))
  const effort = request['reasoning_effort']
  const thinks = isGiven(effort) && effort !== 'none'
  return parametersOf(deployment).sampling && !thinks ? given.slice(1) : given
}

/** An answer to go on from, which most models refuse, is not sent to them. */
const answerLeftOut = ({ messages }: ChatRequest, deployment: Deployment): readonly string[] =>
  !parametersOf(deployment).prefill && endsWithAnswer(messages) ? ['messages.assistant'] : []

/** Fields of a request that Anthropic is not given. */
export const ignoredFields = (request: ChatRequest, deployment: Deployment): readonly string[] => [
  ...leftOutOf(request, TAKEN),
  ...samplingLeftOut(request, deployment),
  ...answerLeftOut(request, deployment),
]
