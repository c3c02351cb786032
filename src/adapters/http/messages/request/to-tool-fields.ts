import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { noteOthers } from './left-out.ts'
import type { LeftOut } from './left-out.ts'
import type { DeclaredTool, MessageRequest } from './message-request-codec.ts'

type Fields = Readonly<Record<string, unknown>>

const TOOL_FIELDS: ReadonlySet<string> = new Set(['type', 'name', 'description', 'input_schema', 'strict'])

/** The caller's tools, and which of them may or must be called, in the core's fields. */
export const toToolFields = (
  { tools, tool_choice: choice }: Pick<MessageRequest, 'tools' | 'tool_choice'>,
  leftOut: LeftOut,
): Either<UnsupportedParameter, Fields> => {
  const functions: Fields[] = []
  for (const [index, tool] of (tools ?? []).entries()) {
    const read = toFunction(tool, index, leftOut)
    if (isLeft(read)) return read
    functions.push(read.right)
  }
  return right({
    ...(functions.length === 0 ? {} : { tools: functions }),
    ...(choice === undefined || choice === null ? {} : toChoice(choice)),
  })
}

/** Tools with a type of their own are known to the provider's models alone, or run at the provider for a price. */
const toFunction = (tool: DeclaredTool, index: number, leftOut: LeftOut): Either<UnsupportedParameter, Fields> => {
  const { type, name, description, input_schema: parameters, strict } = tool
  if (type !== undefined && type !== null && type !== 'custom') {
    return unsupportedParameter(`tools.${index}.type`, `Tools of type '${type}' are not offered for this model.`)
  }
  noteOthers(tool, TOOL_FIELDS, 'tools.', leftOut)
  return right({
    type: 'function',
    function: {
      name,
      ...(description === undefined || description === null ? {} : { description }),
      parameters: parameters ?? {},
      ...(strict === true ? { strict } : {}),
    },
  })
}

const toChoice = ({
  type,
  name,
  disable_parallel_tool_use: isSerial,
}: NonNullable<MessageRequest['tool_choice']>): Fields => ({
  ...(type === 'auto' ? {} : { tool_choice: choiceOf(type, name ?? '') }),
  ...(isSerial === true && type !== 'none' ? { parallel_tool_calls: false } : {}),
})

const choiceOf = (type: 'any' | 'tool' | 'none', name: string): ChatRequest['tool_choice'] => {
  switch (type) {
    case 'any':
      return 'required'
    case 'tool':
      return { type: 'function', function: { name } }
    case 'none':
      return 'none'
  }
}
