import type { ChatChunk, ChatDelta, ChunkChoice } from './chunk.ts'
import type { ChatCompletion, Choice } from './completion.ts'

const deltaOf = ({ message }: Choice): ChatDelta => {
  const { tool_calls: calls, ...said } = message
  return calls === undefined ? said : { ...said, tool_calls: calls.map((call, index) => ({ index, ...call })) }
}

const contentOf = (choice: Choice): ChunkChoice => ({
  index: choice.index,
  delta: deltaOf(choice),
  finish_reason: null,
  ...(choice.logprobs === undefined ? {} : { logprobs: choice.logprobs }),
})

/** A whole answer as the stream it would have been: its words, then its end with what it took. Folds to the answer. */
export const unfold = ({ choices, usage, extras }: ChatCompletion): readonly ChatChunk[] => [
  { choices: choices.map(contentOf), usage: null, ...(extras === undefined ? {} : { extras }) },
  { choices: choices.map(({ index, finish_reason: finish }) => ({ index, delta: {}, finish_reason: finish })), usage },
]
