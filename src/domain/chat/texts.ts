import type { Choice } from './completion.ts'
import type { ChatMessage, ToolCall } from './message.ts'
import { type ChatRequest, fieldsOf } from './request.ts'

const callTexts = (calls: readonly ToolCall[] | null | undefined): readonly string[] =>
  (calls ?? []).flatMap((call) => [call.id, call.function.name, call.function.arguments])

const contentTexts = (content: ChatMessage['content']): readonly (string | null | undefined)[] =>
  typeof content === 'string' ? [content] : (content ?? []).flatMap((part) => [part.text, part.refusal])

/** What some vendors are given in a message beside the fields of the specification. Reasoning is told in one form. */
const otherTexts = (message: ChatMessage): readonly string[] => {
  const fields = message as object as Readonly<Record<string, unknown>>
  return [fields['function_call'], fields['reasoning_details'] ?? fields['reasoning']].flatMap((value) =>
    value === undefined || value === null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)],
  )
}

const isText = (text: string | null | undefined): text is string => typeof text === 'string' && text !== ''

const messageTexts = (message: ChatMessage): readonly string[] =>
  [
    message.role,
    message.name,
    message.tool_call_id,
    message.refusal,
    message.reasoning_content,
    ...contentTexts(message.content),
    ...callTexts(message.tool_calls),
    ...otherTexts(message),
  ].filter(isText)

/** Fields beside the messages that vendors write into the prompt. */
const PROMPT_FIELDS = [
  'tools',
  'functions',
  'response_format',
  'tool_choice',
  'function_call',
  'prediction',
  'reasoning_effort',
  'verbosity',
] as const

/** Every text of a request that becomes prompt tokens. Images are counted apart (`countImages`). */
export const promptTexts = (request: ChatRequest): readonly string[] => {
  const texts = request.messages.flatMap(messageTexts)
  const fields = fieldsOf(request)
  for (const name of PROMPT_FIELDS) {
    const value = fields[name]
    if (value !== undefined && value !== null) texts.push(typeof value === 'string' ? value : JSON.stringify(value))
  }
  return texts
}

export const countImages = (messages: readonly ChatMessage[]): number => {
  let images = 0
  for (const { content } of messages) {
    if (content === undefined || content === null || typeof content === 'string') continue
    for (const part of content) if (part.type === 'image_url') images += 1
  }
  return images
}

/** Every text of an answer's choices that the vendor had to produce. */
export const outputTexts = (choices: readonly Choice[]): readonly string[] =>
  choices.flatMap(({ message }) =>
    [
      message.content,
      message.refusal,
      message.reasoning_content,
      ...callTexts(message.tool_calls),
      message.function_call?.name,
      message.function_call?.arguments,
    ].filter(isText),
  )
