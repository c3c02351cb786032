import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import type { AnthropicParameters } from '../deployment-parameters.ts'
import { toOutputSchema, unsayable } from './json-schema.ts'

interface ToolFields {
  readonly tools?: readonly Wire[]
  readonly tool_choice?: Wire
}

interface Choice {
  readonly toolChoice: Wire
  /** The only tools to be sent; null: all of them. */
  readonly allowed: ReadonlySet<string> | null
}

const OPEN_SCHEMA: Wire = { type: 'object', properties: {} }

/** The caller's tools, and which of them the model may or must call. */
export const toToolFields = (
  request: ChatRequest,
  calledTools: ReadonlySet<string>,
  rules: Pick<AnthropicParameters, 'forcedTools'>,
): Either<UpstreamFailure, ToolFields> => {
  const tools: Wire[] = []
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const read = toTool(tool, index)
    if (isLeft(read)) return read
    tools.push(read.right)
  }
  const choice = toChoice(request.tool_choice, rules.forcedTools)
  if (isLeft(choice)) return choice
  const { toolChoice, allowed } = choice.right
  const offered = allowed === null ? tools : tools.filter(({ name }) => allowed.has(stringOf(name) ?? ''))
  if (offered.length === 0) {
    return isForced(toolChoice)
      ? unsupported('tool_choice', 'There is no tool to be called.')
      : right(formerTools(calledTools))
  }
  const isSerial = request['parallel_tool_calls'] === false && toolChoice['type'] !== 'none'
  return right({
    tools: offered,
    ...(isSerial
      ? { tool_choice: { ...toolChoice, disable_parallel_tool_use: true } }
      : toolChoice['type'] === 'auto'
        ? {}
        : { tool_choice: toolChoice }),
  })
}

export const isForced = (toolChoice: Wire | undefined): boolean =>
  toolChoice?.['type'] === 'any' || toolChoice?.['type'] === 'tool'

/** The provider wants every tool of a conversation defined, even where none may be called any more. */
const formerTools = (calledTools: ReadonlySet<string>): ToolFields =>
  calledTools.size === 0
    ? {}
    : {
        tools: [...calledTools].map((name) => ({ name, input_schema: OPEN_SCHEMA })),
        tool_choice: { type: 'none' },
      }

/** A tool that the provider holds to its schema may have none that the provider cannot read. */
const toTool = (tool: Wire, index: number): Either<UpstreamFailure, Wire> => {
  const declared = tool['type'] === 'function' ? objectOf(tool['function']) : null
  const name = nonEmptyOf(declared?.['name'])
  if (declared === null || name === null) {
    return unsupported(`tools.${index}.type`, 'Anthropic calls tools of type function alone.')
  }
  const description = nonEmptyOf(declared['description'])
  const isStrict = declared['strict'] === true
  const schema = ofObject(objectOf(declared['parameters']) ?? OPEN_SCHEMA)
  const sent = isStrict ? toOutputSchema(schema) : right(schema)
  if (isLeft(sent)) return unsupported(`tools.${index}.function.parameters`, unsayable(sent.left))
  return right({
    name,
    ...(description === null ? {} : { description }),
    input_schema: sent.right,
    ...(isStrict ? { strict: true } : {}),
  })
}

/** The provider insists that a schema says it is of an object; OpenAI takes that for granted. */
const ofObject = (schema: Wire): Wire => (schema['type'] === undefined ? { ...schema, type: 'object' } : schema)

const AUTO: Wire = { type: 'auto' }

/** Whether and which tools may or must be called; a Left where this model cannot be asked that. */
export const toChoice = (asked: ChatRequest['tool_choice'], mayForce: boolean): Either<UpstreamFailure, Choice> => {
  const choice = asked === undefined || asked === null ? { toolChoice: AUTO, allowed: null } : readChoice(asked)
  if (choice === null) return unsupported('tool_choice', 'Anthropic does not know this choice of tools.')
  return isForced(choice.toolChoice) && !mayForce
    ? unsupported('tool_choice', 'This model cannot be made to call a tool.')
    : right(choice)
}

const readChoice = (asked: string | Wire): Choice | null => {
  if (typeof asked === 'string') {
    const toolChoice = WORDS.get(asked)
    return toolChoice === undefined ? null : { toolChoice, allowed: null }
  }
  const name = nonEmptyOf(objectOf(asked['function'])?.['name'])
  if (name !== null) return { toolChoice: { type: 'tool', name }, allowed: null }
  const allowed = objectOf(asked['allowed_tools'])
  const tools = arrayOf(allowed?.['tools'])
  const toolChoice = WORDS.get(stringOf(allowed?.['mode']) ?? 'auto')
  if (tools === null || toolChoice === undefined) return null
  return { toolChoice, allowed: new Set(tools.flatMap((tool) => nameOf(tool) ?? [])) }
}

const nameOf = (tool: unknown): string | null => nonEmptyOf(objectOf(objectOf(tool)?.['function'])?.['name'])

const WORDS: ReadonlyMap<string, Wire> = new Map([
  ['none', { type: 'none' }],
  ['auto', AUTO],
  ['required', { type: 'any' }],
])
