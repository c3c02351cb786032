import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Choice, ChatCompletion } from '../../../domain/chat/completion.ts'
import { textOf } from './content.ts'
import { extrasOf, keptFields } from './extras.ts'
import { toFinishReason } from './finish-reason.ts'
import { functionCallOf, generatedCallId, toToolCall } from './tool-call.ts'
import { toUsage } from './usage.ts'
import { arrayOf, countOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** `bad_answer`: not a chat completion. `failed`: the vendor says itself that the answer broke. */
export type UnreadableAnswer = 'bad_answer' | 'failed'

/** A whole answer in our vocabulary. An error object must have been told apart before. */
export const fromResponse = (answer: Wire, operationId: string): Either<UnreadableAnswer, ChatCompletion> => {
  const wireChoices = arrayOf(answer['choices'])
  if (wireChoices === null || wireChoices.length === 0) return left('bad_answer')
  const choices: Choice[] = []
  for (const [position, value] of wireChoices.entries()) {
    const choice = toChoice(value, position, operationId)
    if (choice._tag === 'Left') return choice
    choices.push(choice.right)
  }
  return right({ choices, usage: toUsage(answer['usage']), extras: extrasOf(answer) })
}

const toChoice = (value: unknown, position: number, operationId: string): Either<UnreadableAnswer, Choice> => {
  const choice = objectOf(value)
  const message = objectOf(choice?.['message'])
  if (choice === null || message === null) return left('bad_answer')
  const finish = toFinishReason(choice['finish_reason'])
  if (finish === 'failed') return left('failed')

  const index = countOf(choice['index']) ?? position
  const { content, reasoning } = textOf(message)
  const refusal = stringOf(message['refusal'])
  const toolCalls = (arrayOf(message['tool_calls']) ?? []).flatMap((call, callIndex) => {
    const read = toToolCall(call, generatedCallId(operationId, index, callIndex))
    return read === null ? [] : [read]
  })
  const functionCall = functionCallOf(message)
  return right({
    index,
    message: {
      role: 'assistant',
      content,
      ...(refusal === null ? {} : { refusal }),
      ...(reasoning === null ? {} : { reasoning_content: reasoning }),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      ...(functionCall === null ? {} : { function_call: { name: '', arguments: '', ...functionCall } }),
      ...keptFields(message),
    },
    // Some vendors end a call with `stop`; agents that read the reason would end there too.
    finish_reason: toolCalls.length > 0 && (finish ?? 'stop') === 'stop' ? 'tool_calls' : (finish ?? 'stop'),
    ...(choice['logprobs'] === undefined || choice['logprobs'] === null ? {} : { logprobs: choice['logprobs'] }),
  })
}
