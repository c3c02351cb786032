import type { ToolCallDelta } from '../../../../domain/chat/chunk.ts'
import { jsonWithin } from '../../../../domain/json-shape.ts'
import { BODY_SHAPE } from '../../body/body-limits.ts'
import { unwrapInput } from '../response-input/custom-input.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import type { ItemLog, OpenItem } from './item-log.ts'
import type { ItemStatus } from './text-items.ts'

/** Calls of tools as they are written, several at once where a provider mixes them. */
interface OpenCalls {
  readonly add: (delta: ToolCallDelta) => void
  readonly end: (status: ItemStatus) => void
}

interface Call {
  id: string
  wireName: string
  readonly pieces: string[]
  /** How many of the pieces were sent. */
  sent: number
  /** Null until its name is whole, which the first of its arguments behind it shows. */
  item: CallItem | null
}

interface CallItem {
  readonly delta: (text: string) => void
  readonly end: (text: string, status: ItemStatus) => void
}

type Fields = Readonly<Record<string, unknown>>

const NO_ARGUMENTS = '{}'

const functionItem = (item: OpenItem, common: Fields, name: string): CallItem => ({
  delta: (text) => item.event('response.function_call_arguments.delta', { delta: text }),
  end: (text, status) => {
    item.event('response.function_call_arguments.done', { name, arguments: text })
    item.end({ ...common, arguments: text, status })
  },
})

/** The text of a custom tool is known when the arguments that wrap it are whole. */
const customItem = (item: OpenItem, common: Fields): CallItem => ({
  delta: () => undefined,
  end: (text, status) => {
    const input = unwrapInput(text)
    item.event('response.custom_tool_call_input.delta', { delta: input })
    item.event('response.custom_tool_call_input.done', { input })
    item.end({ ...common, input, status })
  },
})

const openItem = (log: ItemLog, names: ToolNames, { id, wireName }: Call): CallItem => {
  const { kind, name, namespace } = names.callerTool(wireName)
  const type = kind === 'custom' ? 'custom_tool_call' : 'function_call'
  const common = { type, call_id: id, name, ...(namespace === null ? {} : { namespace }) }
  const empty = { ...common, [kind === 'custom' ? 'input' : 'arguments']: '', status: 'in_progress' }
  const item = log.addItem(kind === 'custom' ? 'ctc' : 'fc', empty)
  return kind === 'custom' ? customItem(item, common) : functionItem(item, common, name)
}

/** The client gives a call back in a body, so that what holds more than one may is taken for none that has ended. */
const isWholeObject = (text: string): boolean => typeof jsonWithin(text, BODY_SHAPE) === 'object'

/** `operationId` names the calls to which a provider gave no id. */
export const openCalls = (log: ItemLog, names: ToolNames, operationId: string): OpenCalls => {
  const open = new Map<number, Call>()
  const ended = new Set<number>()
  let last: number | null = null

  const itemOf = (call: Call): CallItem => {
    call.item ??= openItem(log, names, call)
    return call.item
  }

  const sendPieces = (call: Call): void => {
    const text = call.pieces.slice(call.sent).join('')
    call.sent = call.pieces.length
    if (text !== '') itemOf(call).delta(text)
  }

  const endCall = (index: number, call: Call, status: ItemStatus): void => {
    const item = itemOf(call)
    const text = call.pieces.join('')
    if (text === '') item.delta(NO_ARGUMENTS)
    else sendPieces(call)
    item.end(text === '' ? NO_ARGUMENTS : text, status)
    open.delete(index)
    ended.add(index)
  }

  /** Nothing but white space can come after a whole object, so that the call before the next one ends with it. */
  const endLast = (): void => {
    const call = last === null ? undefined : open.get(last)
    if (last === null || call === undefined || call.wireName === '') return
    if (isWholeObject(call.pieces.join(''))) endCall(last, call, 'completed')
  }

  /** A call takes its place when a later one begins, so that calls stay in their order where one has no arguments. */
  const placeEarlier = (index: number): void => {
    for (const [earlier, call] of open) if (earlier < index && call.wireName !== '') itemOf(call)
  }

  const callAt = (index: number): Call => {
    const known = open.get(index)
    if (known !== undefined) return known
    endLast()
    placeEarlier(index)
    const call = { id: `call_${operationId}_${index}`, wireName: '', pieces: [], sent: 0, item: null }
    open.set(index, call)
    last = index
    return call
  }

  return {
    add: ({ index, id, function: called }) => {
      if (ended.has(index)) return
      const call = callAt(index)
      if (id !== undefined && id !== '') call.id = id
      call.wireName += called?.name ?? ''
      const text = called?.arguments ?? ''
      if (text === '') return
      call.pieces.push(text)
      if (call.wireName !== '') sendPieces(call)
    },
    end: (status) => {
      for (const [index, call] of open) endCall(index, call, status)
    },
  }
}
