import { totalTokens, ZERO_USAGE } from '../../../../domain/pricing/token-price.ts'
import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { responseIdOf } from '../../../../domain/responses/stored-response.ts'
import type { ChatAnswerHead } from '../../paid-calls/answer-chat.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import type { DeclaredTool, OwnTool } from '../response-input/tool-codec.ts'
import type { OutputItem } from './item-log.ts'
import type { IncompleteReason } from './output.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a response says of its request and its call, whatever its end. */
interface ResponseFrame {
  readonly head: ChatAnswerHead
  readonly asked: ResponseRequest
  /** The tools that were offered to the model. */
  readonly tools: readonly DeclaredTool[]
  /** The public id of the response that it continues. */
  readonly previousId: string | null
  /** Whether it is to be stored. */
  readonly isStored: boolean
}

/** A response, as it is shown and stored. */
export type AnsweredResponse = Fields & { readonly output: readonly OutputItem[] }

/** How far a response is. */
export type ResponseState =
  | { readonly tag: 'in_progress' }
  | {
      readonly tag: 'ended'
      readonly reason: IncompleteReason | null
      readonly bill: ResponseBill
      readonly now: number
    }
  | { readonly tag: 'failed'; readonly code: string; readonly message: string }

export interface ResponseBill {
  readonly usage: TokenUsage
  readonly priceMicro: bigint
}

const FREE: ResponseBill = { usage: ZERO_USAGE, priceMicro: 0n }

/** Strict clients want every detail, and none of them null. */
export const usageOf = ({ usage, priceMicro }: ResponseBill): Fields => ({
  input_tokens: usage.promptTokens,
  input_tokens_details: { cached_tokens: usage.cachedTokens, cache_write_tokens: usage.cacheWriteTokens },
  output_tokens: usage.completionTokens,
  output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  total_tokens: totalTokens(usage),
  ...roubleSum('cost', priceMicro),
})

const ownTool = (tool: OwnTool): Fields =>
  tool.type === 'function'
    ? {
        ...tool,
        description: tool.description ?? null,
        parameters: tool.parameters ?? null,
        strict: tool.strict ?? false,
      }
    : tool

const shownTool = (tool: DeclaredTool): Fields =>
  tool.type === 'namespace' ? { ...tool, tools: (tool.tools ?? []).map(ownTool) } : ownTool(tool)

/** What does not change from the first event to the last. */
const requestFields = ({ asked, tools, previousId, isStored }: ResponseFrame): Fields => ({
  background: false,
  frequency_penalty: asked.frequency_penalty ?? 0,
  instructions: asked.instructions ?? null,
  max_output_tokens: asked.max_output_tokens ?? null,
  max_tool_calls: asked.max_tool_calls ?? null,
  metadata: asked.metadata ?? {},
  parallel_tool_calls: asked.parallel_tool_calls ?? true,
  presence_penalty: asked.presence_penalty ?? 0,
  previous_response_id: previousId,
  prompt_cache_key: asked.prompt_cache_key ?? null,
  reasoning: { effort: asked.reasoning?.effort ?? null, summary: asked.reasoning?.summary ?? null },
  safety_identifier: asked.safety_identifier ?? null,
  store: isStored,
  temperature: asked.temperature ?? 1,
  text: { format: asked.text?.format ?? { type: 'text' }, verbosity: asked.text?.verbosity ?? 'medium' },
  tool_choice: asked.tool_choice ?? 'auto',
  tools: tools.map(shownTool),
  top_logprobs: asked.top_logprobs ?? 0,
  top_p: asked.top_p ?? 1,
  truncation: 'disabled',
  ...(asked.user === undefined || asked.user === null ? {} : { user: asked.user }),
})

const stateFields = (state: ResponseState): Fields => {
  const open = { status: state.tag as string, completed_at: null, error: null, incomplete_details: null }
  switch (state.tag) {
    case 'in_progress':
      return { ...open, usage: usageOf(FREE) }
    case 'failed':
      return { ...open, error: { code: state.code, message: state.message }, usage: usageOf(FREE) }
    case 'ended':
      return state.reason === null
        ? { ...open, status: 'completed', completed_at: state.now, usage: usageOf(state.bill) }
        : {
            ...open,
            status: 'incomplete',
            incomplete_details: { reason: state.reason },
            usage: usageOf(state.bill),
          }
  }
}

/** Writes the response of one call at every stage. What all stages share is made once. */
export const responseObject = (
  frame: ResponseFrame,
): ((state: ResponseState, output: readonly OutputItem[], serviceTier: string | null) => AnsweredResponse) => {
  const { operationId, model, created } = frame.head
  const head = { id: responseIdOf(operationId), object: 'response', created_at: created, model }
  const shared = requestFields(frame)
  return (state, output, serviceTier) => ({
    ...head,
    ...stateFields(state),
    output,
    service_tier: serviceTier ?? frame.asked.service_tier ?? 'default',
    ...shared,
  })
}
