import * as t from 'io-ts'
import { MAX_MESSAGES, MAX_TOOLS } from '../../codecs/generation/chat-lengths.ts'
import {
  anyText,
  integerBetween,
  listOf,
  modelId,
  nullish,
  numberBetween,
  textOfLength,
  textOrList,
} from '../../codecs/codecs.ts'
import { MAX_COUNT, stopTexts } from '../../codecs/generation/generation-fields.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'
import { systemBlocks, textOrBlocks } from './block-codec.ts'

const word = textOfLength(0, 256)

const role = t.keyof({ user: null, assistant: null, system: null }, 'one of user, assistant, system')

const message = t.type({ role, content: textOrBlocks }, 'MessageParam')

const toolName = textOfLength(1, 256)

const toolFields = nullishFields(
  {
    name: nullish(toolName),
    type: nullish(word),
    description: nullish(anyText),
    input_schema: nullish(t.UnknownRecord),
    strict: nullish(t.boolean),
  },
  'ToolParam',
)

const ownTool = t.type({ name: toolName, input_schema: t.UnknownRecord })

/** Whether a tool of this type is the caller's own, which the provider does not run. */
export const isCallersType = (type: unknown): boolean => (type ?? 'custom') === 'custom'

/**
 * A tool of the caller's has a name and a schema. Of the other types some have neither; they are refused by type later.
 */
const tool = ruledByValue(toolFields, ({ type }) => (isCallersType(type) ? ownTool : null))

const toolChoiceFields = t.intersection(
  [
    t.type({
      type: t.keyof({ auto: null, any: null, tool: null, none: null }, 'one of auto, any, tool, none'),
    }),
    nullishFields({ name: nullish(word), disable_parallel_tool_use: nullish(t.boolean) }),
  ],
  'ToolChoice',
)

const named = t.type({ name: textOfLength(1, 256) })
const toolChoice = ruledByValue(toolChoiceFields, ({ type }) => (type === 'tool' ? named : null))

const thinking = t.intersection(
  [
    t.type({
      type: t.keyof(
        { enabled: null, adaptive: null, between_tools: null, disabled: null },
        'one of enabled, adaptive, between_tools, disabled',
      ),
    }),
    nullishFields({ budget_tokens: nullish(integerBetween(1, MAX_COUNT)), display: nullish(word) }),
  ],
  'ThinkingConfig',
)

const outputFormat = t.type({ type: t.literal('json_schema'), schema: t.UnknownRecord }, 'OutputFormat')

/** What a message is asked by, and what its prompt is counted by. */
const promptFields = {
  system: nullish(textOrList(anyText, systemBlocks)),
  tools: nullish(listOf(tool, 0, MAX_TOOLS, 'tools')),
  tool_choice: nullish(toolChoice),
  thinking: nullish(thinking),
  output_config: nullish(nullishFields({ effort: nullish(word), format: nullish(outputFormat) })),
  output_format: nullish(outputFormat),
} as const

const prompt = t.type({ model: modelId, messages: listOf(message, 1, MAX_MESSAGES, 'messages') })

/** The body of Anthropic's `messages.countTokens`. Fields it does not name stay on the value. */
export const promptRequest = t.intersection([prompt, nullishFields(promptFields)], 'CountTokensRequest')

/** The body of Anthropic's `messages.create`. Fields it does not name stay on the value. */
export const messageRequest = t.intersection(
  [
    prompt,
    t.type({ max_tokens: integerBetween(1, MAX_COUNT) }),
    nullishFields({
      ...promptFields,
      stream: nullish(t.boolean),
      stop_sequences: nullish(stopTexts),
      temperature: nullish(numberBetween(0, 1)),
      top_p: nullish(numberBetween(0, 1)),
      top_k: nullish(integerBetween(0, MAX_COUNT)),
      metadata: nullish(nullishFields({ user_id: nullish(anyText) })),
      service_tier: nullish(t.keyof({ auto: null, standard_only: null }, 'one of auto, standard_only')),
    }),
  ],
  'MessageRequest',
)

export type PromptRequest = t.TypeOf<typeof promptRequest>
export type MessageRequest = t.TypeOf<typeof messageRequest>
export type DeclaredTool = t.TypeOf<typeof toolFields>
