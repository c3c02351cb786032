import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ChatMessage } from '../../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isGiven } from '../../../../domain/json.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { CallersPath } from '../../paid-calls/in-callers-terms.ts'
import type { chatRequest } from './chat-request-codec.ts'

// Before `tools` there were `functions`: one call an answer, and its result in a message of the role `function`.
// Clients of that time are answered as they ask, and no provider is asked in that form.

type Asked = t.TypeOf<typeof chatRequest>
type AskedMessage = Asked['messages'][number]

export interface NewerForm {
  readonly request: ChatRequest
  /** Whether the client reads the call of an answer in `function_call`. */
  readonly isOlder: boolean
  /** Where a field of the request stands in the caller's; null where it stands in the same place. */
  readonly pathOf: CallersPath | null
}

/** The calls had no ids. A client repeats its conversation, so a call has the same one each time. */
const callIdAt = (index: number): string => `call_function_${index}`

/** `index`: where the message stands; `call`: the id of the call before it, if there is one. */
const newerMessage = (asked: AskedMessage, index: number, call: string | null): ChatMessage => {
  const { function_call: called, ...message } = asked
  if (message.role === 'function') {
    const { name: _, ...result } = message
    return { ...result, role: 'tool', ...(call === null ? {} : { tool_call_id: call }) }
  }
  const { role } = message
  if (!isGiven(called) || (message.tool_calls ?? []).length > 0) return { ...message, role }
  return { ...message, role, tool_calls: [{ id: callIdAt(index), type: 'function', function: called }] }
}

const newerMessages = (messages: readonly AskedMessage[]): readonly ChatMessage[] => {
  let call: string | null = null
  return messages.map((message, index) => {
    if (isGiven(message.function_call)) call = message.tool_calls?.[0]?.id ?? callIdAt(index)
    return newerMessage(message, index, call)
  })
}

const newerChoice = (choice: NonNullable<Asked['function_call']>): ChatRequest['tool_choice'] =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }

/** With the place in a list as the gateway writes it, as providers do (`tools[0]`), and without it. */
const OLDER_PLACES: readonly (readonly [RegExp, string])[] = [
  [/^tools(\.\d+|\[\d+\])?\.function\b/, 'functions$1'],
  [/^tools\b/, 'functions'],
  [/^tool_choice\b.*/, 'function_call'],
]

const OF_MESSAGE = /^messages(?:\.(\d+)|\[(\d+)\])\.(tool_calls|tool_call_id)\b/

const isOlderMessage = ({ role, function_call: called }: AskedMessage): boolean =>
  role === 'function' || isGiven(called)

/** What the client wrote in the older form has its place there; all else is where it was. */
const olderPath =
  ({ messages, functions, function_call: choice }: Asked): CallersPath =>
  (path) => {
    const inMessage = OF_MESSAGE.exec(path)
    if (inMessage !== null) {
      const index = Number(inMessage[1] ?? inMessage[2])
      const message = messages[index]
      if (message === undefined || !isOlderMessage(message)) return path
      return `messages.${index}.${message.role === 'function' ? 'role' : 'function_call'}`
    }
    if (path.startsWith('tool_choice') ? !isGiven(choice) : !isGiven(functions)) return path
    return OLDER_PLACES.reduce((place, [newer, older]) => place.replace(newer, older), path)
  }

/** The request in the form that every provider reads. */
const withTools = ({ functions, function_call: choice, ...request }: Asked, messages: readonly ChatMessage[]) => {
  const offered = functions ?? []
  return {
    ...request,
    messages,
    ...(offered.length === 0 ? {} : { tools: offered.map((declared) => ({ type: 'function', function: declared })) }),
    ...(isGiven(choice) ? { tool_choice: newerChoice(choice) } : {}),
  }
}

/** A chat request without anything of the older form. Left: one that mixes the two. */
export const toNewerForm = (asked: Asked): Either<UnsupportedParameter, NewerForm> => {
  const { functions, function_call: choice } = asked
  const isOlder = (functions ?? []).length > 0
  if (isOlder && (asked.tools ?? []).length > 0) {
    return unsupportedParameter('functions', "'functions' is the older form of 'tools'; send one of them.")
  }
  if (isGiven(choice) && (asked.tools ?? []).length > 0) {
    const message = "'function_call' is the older form of 'tool_choice'; send that beside 'tools'."
    return unsupportedParameter('function_call', message)
  }
  const hasOlder = functions !== undefined || choice !== undefined || asked.messages.some(isOlderMessage)
  if (!hasOlder) return right({ request: asked as ChatRequest, isOlder, pathOf: null })
  return right({
    request: withTools(asked, newerMessages(asked.messages)),
    isOlder,
    pathOf: olderPath(asked),
  })
}
