import { CUSTOM } from '../../../domain/chat/tool-calls/custom-call.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { stringOf } from '../../../domain/json.ts'
import { objectOf } from '../wire.ts'
import { listOf } from './json/schema.ts'
import { lastUserText } from './prompt.ts'
import { runsCommands } from './tool-arguments.ts'
import { followsToolResult, isNewQuestion } from './tool-round.ts'

/** A tool that the answer calls. */
export interface CalledTool {
  readonly name: string
  /** Null of a tool that is given a text. */
  readonly parameters: unknown
}

/** Whether a model calls a tool that it may call but need not. */
export type ToolMode = 'only_when_asked' | 'eager'

/** No tool is called as the choice says, or the choice is none of those that OpenAI documents. */
export type ChoiceFailure = 'unknown_tool' | 'unknown_choice'

type Choice = readonly CalledTool[] | ChoiceFailure

/** Of a longer message only the beginning decides which tool is meant. */
const MAX_READ_CHARACTERS = 10_000

const TWO: ReadonlySet<string> = new Set(['two', 'both', 'parallel', 'два', 'две', 'оба', 'обе', 'параллельно'])

const NO_TOOLS: readonly CalledTool[] = []

/**
 * The tools that the answer calls. None where the answer is text: under `none`, where the model is free and not eager,
 * and behind the results of tools, so that a loop of an agent ends. Otherwise the tool that `tool_choice` names, or the
 * one that fits; an eager model calls two at once where the user asks for both and the request allows it.
 */
export const toolsToCall = (request: ChatRequest, mode: ToolMode): Choice => {
  const allowed = allowedTools(request, mode)
  if (typeof allowed === 'string') return allowed
  if (allowed.length === 0 || followsToolResult(request.messages)) return NO_TOOLS
  if (mode === 'only_when_asked') return allowed.slice(0, 1)
  const words = wordsOf(lastUserText(request).slice(0, MAX_READ_CHARACTERS))
  const [fittest, second] = byFitness(allowed, words)
  if (fittest === undefined) return NO_TOOLS
  const wantsTwo = words.some((word) => TWO.has(word)) && request['parallel_tool_calls'] !== false
  if (!wantsTwo) return [fittest]
  return [fittest, second !== undefined && mentions(second, new Set(words)) > 0 ? second : fittest]
}

/** The tools of which one is to be called; none where the answer is text. */
const allowedTools = (request: ChatRequest, mode: ToolMode): Choice => {
  const tools = (request.tools ?? []).flatMap(toTool)
  const choice = request.tool_choice ?? null
  if (choice === 'none') return NO_TOOLS
  const free = mode === 'eager' && isNewQuestion(request.messages) ? tools : NO_TOOLS
  if (choice === null || choice === 'auto') return free
  if (typeof choice === 'string') return choice === 'required' ? orUnknown(tools) : 'unknown_choice'
  const name = toolName(choice)
  if (name !== null) return orUnknown(tools.filter((tool) => tool.name === name).slice(0, 1))
  const allowed = objectOf(choice['allowed_tools'])
  if (allowed === null) return 'unknown_choice'
  const names = new Set(listOf(allowed['tools']).map((tool) => toolName(objectOf(tool) ?? {})))
  const those = orUnknown(tools.filter((tool) => names.has(tool.name)))
  return allowed['mode'] === 'required' || free.length > 0 ? those : NO_TOOLS
}

const orUnknown = (tools: readonly CalledTool[]): Choice => (tools.length === 0 ? 'unknown_tool' : tools)

/** The words of a text or of a name, however it is written: `get_weather`, `getWeather`, `get weather`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const mentions = ({ name }: CalledTool, words: ReadonlySet<string>): number =>
  new Set(wordsOf(name).filter((word) => words.has(word))).size

/** The tools that the user's words name come first, the more of a name the better; then those that run commands. */
const byFitness = (tools: readonly CalledTool[], words: readonly string[]): readonly CalledTool[] => {
  const wordSet = new Set(words)
  return tools
    .map((tool) => ({ tool, fitness: mentions(tool, wordSet) * 2 + (runsCommands(tool.name) ? 1 : 0) }))
    .toSorted((one, other) => other.fitness - one.fitness)
    .map(({ tool }) => tool)
}

type Fields = Readonly<Record<string, unknown>>

/** What a tool, or a choice of one, says of it: in a field that is called as its type. */
const calledIn = (tool: Fields): Fields | null => objectOf(tool['function']) ?? objectOf(tool[CUSTOM])

const toTool = (tool: Fields): readonly CalledTool[] => {
  const name = toolName(tool)
  if (name === null) return []
  return [{ name, parameters: tool['type'] === CUSTOM ? null : (calledIn(tool)?.['parameters'] ?? {}) }]
}

const toolName = (tool: Fields): string | null => stringOf(calledIn(tool)?.['name'])
