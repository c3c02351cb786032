import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatResult } from '../../../../application/ports/providers/chat-provider.ts'
import type { FinishReason } from '../../../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { failureIn, fromErrorResponse } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { countOf, idOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { isOutput } from './shown-whole.ts'

/** Reads a whole response, or the failure that it holds. */
export const fromResponse = ({
  body,
  headers,
  upstreamRequestId: headId,
}: ProviderJson): Either<UpstreamFailure, ChatResult> => {
  const response = objectOf(body)
  const failure = failureOf(response ?? {}, headers)
  if (failure !== null) return left(failure)
  const upstreamRequestId = headId ?? idOf(response?.['id'])
  return response?.['object'] === 'response' && isOutput(response['output'])
    ? right({ completion: toCompletion(response), upstreamRequestId })
    : left(notAResponse(upstreamRequestId))
}

export const notAResponse = (upstreamRequestId: string | null): UpstreamFailure =>
  badAnswer('The upstream answer is not a response.', upstreamRequestId)

/** The failure that a response reports of itself; null if it reports none. */
export const failureOf = (response: Wire, headers: UpstreamHeaders): UpstreamFailure | null => {
  const error = objectOf(response['error'])
  if (error !== null) return failureIn({ error }, headers)
  const { status } = response
  return status === 'failed' || status === 'cancelled' ? fromErrorResponse(502, headers, {}) : null
}

/** A response in our vocabulary. Check for a failure first. */
const toCompletion = (response: Wire): ChatCompletion => {
  const { content, refusal, reasoning, calls } = readOutput(response['output'])
  return {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' ? null : content,
          ...(refusal === '' ? {} : { refusal }),
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        finish_reason: cutReasonOf(response) ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
      },
    ],
    usage: toUsage(response['usage']),
    ...extrasOf(response),
  }
}

const joined = (parts: unknown, type: string | null, field: string): string => {
  let text = ''
  for (const part of objectsIn(parts)) {
    if (type === null || part['type'] === type) text += stringOf(part[field]) ?? ''
  }
  return text
}

/** What the items of an output say, each text empty where there is none. */
const readOutput = (output: unknown) => {
  let [content, refusal, reasoning] = ['', '', '']
  const calls: ToolCall[] = []
  for (const item of objectsIn(output)) {
    if (item['type'] === 'message') {
      content += joined(item['content'], 'output_text', 'text')
      refusal += joined(item['content'], 'refusal', 'refusal')
    } else if (item['type'] === 'reasoning') {
      reasoning += joined(item['summary'], null, 'text') + joined(item['content'], null, 'text')
    } else for (const call of toToolCall(item)) calls.push(call)
  }
  return { content, refusal, reasoning, calls }
}

/** A tool of free text is given `input` in the place of arguments. */
const toToolCall = (item: Wire): readonly ToolCall[] => {
  const isCall = item['type'] === 'function_call' || item['type'] === 'custom_tool_call'
  const name = nonEmptyOf(item['name'])
  if (!isCall || name === null) return []
  const called = { name, arguments: stringOf(item['arguments']) ?? stringOf(item['input']) ?? '' }
  return [{ id: nonEmptyOf(item['call_id']) ?? nonEmptyOf(item['id']) ?? '', type: 'function', function: called }]
}

/** Why a response is not whole; null if it is. */
const cutReasonOf = (response: Wire): FinishReason | null => {
  const reason = objectOf(response['incomplete_details'])?.['reason']
  if (reason === 'content_filter') return 'content_filter'
  return response['status'] === 'incomplete' ? 'length' : null
}

/** Why a response that did not fail has ended. */
export const finishReasonOf = (response: Wire): FinishReason =>
  cutReasonOf(response) ??
  (objectsIn(response['output']).some((item) => toToolCall(item).length > 0) ? 'tool_calls' : 'stop')

/** The tier that the provider answered in decides the price. */
export const extrasOf = (response: Wire): Pick<ChatCompletion, 'extras'> => {
  const tier = nonEmptyOf(response['service_tier'])
  return tier === null ? {} : { extras: { service_tier: tier } }
}

/** Null if the provider reported none; all zero is none as well. */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  const promptTokens = countOf(usage?.['input_tokens'])
  const completionTokens = countOf(usage?.['output_tokens'])
  if (usage === null || promptTokens === null || completionTokens === null) return null
  if (promptTokens + completionTokens === 0) return null
  const input = objectOf(usage['input_tokens_details']) ?? {}
  const output = objectOf(usage['output_tokens_details']) ?? {}
  const cachedTokens = Math.min(promptTokens, countOf(input['cached_tokens']) ?? 0)
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, countOf(input['cache_write_tokens']) ?? 0),
    completionTokens,
    reasoningTokens: Math.min(completionTokens, countOf(output['reasoning_tokens']) ?? 0),
  }
}
