import type { ChatChunk, ChatDelta, ChunkChoice } from '../chunk.ts'
import type { ChatCompletion, Choice } from '../completion.ts'

const deltaOf = ({ message }: Choice): ChatDelta => {
  const { tool_calls: calls, ...delta } = message
  return calls === undefined ? delta : { ...delta, tool_calls: calls.map((call, index) => ({ index, ...call })) }
}

const contentOf = (choice: Choice): ChunkChoice => ({
  index: choice.index,
  delta: deltaOf(choice),
  finish_reason: null,
  ...(choice.logprobs === undefined ? {} : { logprobs: choice.logprobs }),
})

const endOf = ({ index, finish_reason: finish, matched_stop: stop }: Choice): ChunkChoice => ({
  index,
  delta: {},
  finish_reason: finish,
  ...(stop === undefined ? {} : { matched_stop: stop }),
})

/**
 * The chunks of a whole answer: its text, then its end with the usage. Their fold is the answer again, without what is
 * the provider's own: `native` goes into no chunk here, and a fold leaves fields out that `ChatDelta` does not name.
 */
export const unfold = ({ choices, usage, extras }: ChatCompletion): readonly ChatChunk[] => [
  { choices: choices.map(contentOf), usage: null, ...(extras === undefined ? {} : { extras }) },
  { choices: choices.map(endOf), usage },
]
