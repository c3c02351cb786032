import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ContentPart, ToolCall } from '../../../../domain/chat/message.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { isGiven } from '../../../../domain/json.ts'
import { typeOfItem } from './item-codec.ts'
import type { InputItem, InputPart } from './item-codec.ts'
import { toAnswerText, toContent } from './content.ts'
import { wrapInput } from './custom-input.ts'
import { isCall, isCallOutput, pairedCalls } from './paired-calls.ts'
import { reasoningOf } from './reasoning-seal.ts'
import type { ToolNames } from './tool-names.ts'
import { startTurns } from './turns.ts'
import type { CallOutput, PlacedMessage } from './turns.ts'

export interface TranslatedItems {
  readonly messages: readonly PlacedMessage[]
  readonly ignored: readonly string[]
}

const callOf = (item: InputItem, names: ToolNames): ToolCall => {
  const kind = item.type === 'custom_tool_call' ? 'custom' : 'function'
  const wireName = names.wireName({ kind, name: item.name ?? '', namespace: item.namespace ?? null })
  const given = kind === 'custom' ? wrapInput(item.input ?? '') : (item.arguments ?? '')
  return { id: item.call_id ?? '', type: 'function', function: { name: wireName, arguments: given } }
}

/** Fields that mean nothing to a model. */
const IDLE = ['type', 'id', 'status', 'created_by']

const fields = (...names: readonly string[]): ReadonlySet<string> => new Set([...IDLE, ...names])

/** The fields of an item that are read, or that mean nothing to a model, by the kind of the item. */
const OF_MESSAGE = fields('role', 'content')
const OF_CALL = fields('call_id', 'name', 'namespace', 'arguments', 'input')
const OF_OUTPUT = fields('call_id', 'name', 'output')

const ofText = fields('text', 'annotations', 'logprobs')

/** The same of parts, by their type. A part of another type is refused. */
const OF_PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['input_text', ofText],
  ['output_text', ofText],
  ['refusal', fields('refusal')],
  ['input_image', fields('image_url', 'detail', 'file_id')],
  ['input_file', fields('file_id', 'file_data', 'file_url', 'filename', 'detail')],
])

const NONE: ReadonlySet<string> = new Set()

const fieldsOf = (item: InputItem): ReadonlySet<string> =>
  isCall(item) ? OF_CALL : isCallOutput(item) ? OF_OUTPUT : OF_MESSAGE

const addUnread = (record: object, read: ReadonlySet<string>, path: string, unread: Set<string>): void => {
  for (const [name, value] of Object.entries(record)) {
    if (isGiven(value) && !read.has(name)) unread.add(`${path}.${name}`)
  }
}

/** Chat has no field for how closely a provider looks at a file; for an image it has one. */
const asksForDetailOfFile = ({ type, detail }: InputPart): boolean =>
  type === 'input_file' && isGiven(detail) && detail !== 'auto'

/** What of the items is left out, by name. Reasoning of another model is never given to this one. */
const leftOutOf = (items: readonly InputItem[], model: string): readonly string[] => {
  const unread = new Set<string>()
  for (const item of items) {
    if (item.type === 'reasoning') {
      if (reasoningOf(item, model) === null) unread.add('input.reasoning')
      continue
    }
    addUnread(item, fieldsOf(item), 'input', unread)
    for (const name of ['content', 'output'] as const) {
      const { [name]: content } = item
      if (typeof content === 'string') continue
      for (const part of content ?? []) {
        addUnread(part, OF_PARTS.get(part.type) ?? NONE, `input.${name}`, unread)
        if (asksForDetailOfFile(part)) unread.add(`input.${name}.detail`)
      }
    }
  }
  return [...unread]
}

type Outputs = ReadonlyMap<number, CallOutput>

/** Few providers read it in the output of a tool, and every one that reads it at all in the words of the user. */
const isShown = ({ type }: ContentPart): boolean => type === 'image_url' || type === 'file'

const outputOf = (callId: string, content: string | readonly ContentPart[], place: string): CallOutput => {
  const parts = typeof content === 'string' ? [] : content
  const shown = [...parts.entries()].filter(([, part]) => isShown(part))
  const what = shown.some(([, { type }]) => type === 'file') ? 'Files' : 'Images'
  const texts = shown.length === 0 ? content : parts.filter((part) => !isShown(part))
  // Providers refuse an empty list, and what comes behind it is no part of the output to them.
  const sent = texts.length > 0 ? texts : shown.length > 0 ? `${what} follow.` : ''
  return {
    result: { message: { role: 'tool', tool_call_id: callId, content: sent }, place },
    shown:
      shown.length === 0
        ? null
        : (output) => ({
            message: {
              role: 'user',
              content: [{ type: 'text', text: `${what} of ${output}:` }, ...shown.map(([, part]) => part)],
            },
            place,
            partPlaces: [place, ...shown.map(([index]) => `${place}.${index}`)],
          }),
  }
}

/** The outputs of calls as messages, by the place of the call in the input. */
const outputsOf = (items: readonly InputItem[]): Either<UnsupportedParameter, Outputs> => {
  const paired = pairedCalls(items)
  if (isLeft(paired)) return paired
  const outputs = new Map<number, CallOutput>()
  for (const [call, index] of paired.right) {
    const place = `input.${index}.output`
    const content = toContent(items[index]?.output ?? '', place)
    if (isLeft(content)) return content
    outputs.set(call, outputOf(items[index]?.call_id ?? '', content.right, place))
  }
  return right(outputs)
}

/** The messages that the items of an input come to, and what of the items is left out. */
export const toMessages = (
  items: readonly InputItem[],
  names: ToolNames,
  model: string,
): Either<UnsupportedParameter, TranslatedItems> => {
  const outputs = outputsOf(items)
  if (isLeft(outputs)) return outputs
  const turns = startTurns()

  const addMessage = ({ role, content }: InputItem, place: string): Either<UnsupportedParameter, void> => {
    if (role === 'assistant') {
      const answer = toAnswerText(content ?? '', place)
      return isLeft(answer) ? answer : right(turns.addAnswer(answer.right, place))
    }
    const read = toContent(content ?? '', place)
    return isLeft(read)
      ? read
      : right(turns.addMessage({ message: { role: role ?? 'user', content: read.right }, place }))
  }

  const add = (item: InputItem, index: number): Either<UnsupportedParameter, void> => {
    if (isCall(item)) return right(turns.addCall(callOf(item, names), outputs.right.get(index), `input.${index}`))
    if (isCallOutput(item)) return right(turns.passOutput())
    const type = typeOfItem(item)
    if (type === 'message') return addMessage(item, `input.${index}.content`)
    if (type === 'reasoning') {
      const reasoning = reasoningOf(item, model)
      return right(reasoning === null ? undefined : turns.addReasoning(reasoning, `input.${index}`))
    }
    return unsupportedParameter(`input.${index}.type`, `Items of type '${type}' are not offered.`)
  }

  for (const [index, item] of items.entries()) {
    const added = add(item, index)
    if (isLeft(added)) return added
  }
  return right({ messages: turns.end(), ignored: leftOutOf(items, model) })
}
