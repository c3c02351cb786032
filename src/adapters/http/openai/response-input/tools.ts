import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isOff, stringOf } from '../../../../domain/json.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { ResponseRequest } from './response-request-codec.ts'
import type { DeclaredTool, OwnTool } from './tool-codec.ts'
import { CUSTOM_PARAMETERS, customDescription } from './custom-input.ts'
import { identityOf, toolNames } from './tool-names.ts'
import type { CallerTool, ToolNames } from './tool-names.ts'

type ChatTool = NonNullable<ChatRequest['tools']>[number]

interface PlacedTool {
  readonly caller: CallerTool
  readonly tool: OwnTool
  /** Where it stands in the caller's request. */
  readonly place: string
}

interface TranslatedTools {
  readonly names: ToolNames
  readonly tools: readonly ChatTool[]
  /** Where each of them stands in the caller's request. */
  readonly places: readonly string[]
  /** What the response shows of the tools. */
  readonly declared: readonly DeclaredTool[]
  readonly ignored: readonly string[]
  readonly choice: ChatRequest['tool_choice']
}

/** Tools that a provider would run, and charge for. Declared without access to the web they search nothing. */
const isIdleSearch = ({ type, external_web_access: access }: DeclaredTool): boolean =>
  /^web_search(_\d{4}_\d\d_\d\d)?$/.test(type) && access === false

/** How a tool that no provider is given is named. */
export const leftOutTool = ({ type }: DeclaredTool): string => `tools.${type}`

const placed = (tool: OwnTool, namespace: string | null, place: string): Either<UnsupportedParameter, PlacedTool> =>
  tool.type === 'function' || tool.type === 'custom'
    ? right({ caller: { kind: tool.type, name: tool.name ?? '', namespace }, tool, place })
    : unsupportedParameter(`${place}.type`, `Tools of type '${tool.type}' are not offered.`)

const placedTools = (tool: DeclaredTool, place: string): Either<UnsupportedParameter, readonly PlacedTool[]> => {
  const children =
    tool.type === 'namespace'
      ? (tool.tools ?? []).map((child, index) => placed(child, tool.name ?? '', `${place}.tools.${index}`))
      : [placed(tool, null, place)]
  const found: PlacedTool[] = []
  for (const child of children) {
    if (isLeft(child)) return child
    found.push(child.right)
  }
  return right(found)
}

const functionOf = ({ caller, tool }: PlacedTool): Readonly<Record<string, unknown>> => {
  if (caller.kind === 'custom') return { description: customDescription(tool), parameters: CUSTOM_PARAMETERS }
  const { description, parameters, strict } = tool
  return {
    ...(description === undefined || description === null ? {} : { description }),
    ...(parameters === undefined || parameters === null ? {} : { parameters }),
    ...(strict === undefined || strict === null ? {} : { strict }),
  }
}

/** What the model gets of a tool, by the type of the tool. */
const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['function', new Set(['type', 'name', 'description', 'parameters', 'strict'])],
  ['custom', new Set(['type', 'name', 'description', 'format'])],
  ['namespace', new Set(['type', 'name', 'tools'])],
])

/** Fields that ask for something and that the model does not get. */
const unreadOf = (tool: DeclaredTool): readonly string[] =>
  [tool, ...(tool.tools ?? [])].flatMap((each) =>
    Object.entries(each)
      .filter(([name, value]) => READ.get(each.type)?.has(name) !== true && !isOff(value))
      .map(([name]) => `tools.${name}`),
  )

interface Choice {
  readonly choice: ChatRequest['tool_choice']
  /** The only tools to be offered; null: all of them. */
  readonly allowed: ReadonlySet<string> | null
}

const WORDS: ReadonlySet<string> = new Set(['auto', 'none', 'required'])

/** The names of the declared tools at the provider, each by the tool that it is. */
type DeclaredName = (tool: CallerTool) => string | null

const declaredNames = (tools: readonly CallerTool[], names: ToolNames): DeclaredName => {
  const declared = new Map(tools.map((tool) => [identityOf(tool), names.wireName(tool)]))
  return (tool) => declared.get(identityOf(tool)) ?? null
}

/** The tool that an object names; null where it names none that could be called. */
const namedTool = (tool: unknown): CallerTool | null => {
  const { type, name, namespace } = (tool ?? {}) as Readonly<Record<string, unknown>>
  if ((type !== 'function' && type !== 'custom') || typeof name !== 'string') return null
  return { kind: type, name, namespace: stringOf(namespace) }
}

const allowedOf = (tools: unknown, mode: unknown, nameOf: DeclaredName): Either<UnsupportedParameter, Choice> => {
  if (!Array.isArray(tools)) return unsupportedParameter('tool_choice.tools', 'The allowed tools must be a list.')
  const allowed = new Set<string>()
  for (const [index, tool] of (tools as readonly unknown[]).entries()) {
    const named = namedTool(tool)
    const name = named === null ? null : nameOf(named)
    if (name === null) return unsupportedParameter(`tool_choice.tools.${index}`, 'There is no such tool to allow.')
    allowed.add(name)
  }
  return right({ choice: mode === 'required' ? 'required' : 'auto', allowed })
}

const toChoice = (
  asked: ResponseRequest['tool_choice'],
  nameOf: DeclaredName,
): Either<UnsupportedParameter, Choice> => {
  if (asked === undefined || asked === null) return right({ choice: undefined, allowed: null })
  if (typeof asked === 'string') {
    return WORDS.has(asked)
      ? right({ choice: asked, allowed: null })
      : unsupportedParameter('tool_choice', 'The choice is one of auto, none, required, or a tool.')
  }
  if (asked.type === 'allowed_tools') {
    return allowedOf((asked as Readonly<Record<string, unknown>>)['tools'], asked.mode, nameOf)
  }
  const named = namedTool(asked)
  if (named === null) {
    return unsupportedParameter('tool_choice.type', `A choice of type '${asked.type}' is not offered.`)
  }
  const name = nameOf(named)
  return name === null
    ? unsupportedParameter('tool_choice', `There is no tool '${named.name}' to call.`)
    : right({ choice: { type: 'function', function: { name } }, allowed: null })
}

/** Whether the model has to call a tool. */
const isForced = (choice: ChatRequest['tool_choice']): boolean =>
  choice === 'required' || (typeof choice === 'object' && choice !== null)

/** The caller's tools as functions with a name each, and which of them the model may or must call. */
export const toTools = ({
  tools,
  tool_choice: asked,
}: ResponseRequest): Either<UnsupportedParameter, TranslatedTools> => {
  const found: PlacedTool[] = []
  const declared: DeclaredTool[] = []
  const ignored: string[] = []
  for (const [index, tool] of (tools ?? []).entries()) {
    if (isIdleSearch(tool)) {
      ignored.push(leftOutTool(tool))
      continue
    }
    const own = placedTools(tool, `tools.${index}`)
    if (isLeft(own)) return own
    for (const placed of own.right) found.push(placed)
    declared.push(tool)
    for (const field of unreadOf(tool)) ignored.push(field)
  }
  const callers = found.map(({ caller }) => caller)
  const names = toolNames(callers)
  const choice = toChoice(asked, declaredNames(callers, names))
  if (isLeft(choice)) return choice
  const { allowed } = choice.right
  const offered = found.filter(({ caller }) => allowed === null || allowed.has(names.wireName(caller)))
  if (offered.length === 0 && isForced(choice.right.choice)) {
    return unsupportedParameter('tool_choice', 'There is no tool to call.')
  }
  return right({
    names,
    tools: offered.map((each) => ({
      type: 'function',
      function: { name: names.wireName(each.caller), ...functionOf(each) },
    })),
    places: offered.map(({ place }) => place),
    declared,
    ignored,
    choice: choice.right.choice,
  })
}
