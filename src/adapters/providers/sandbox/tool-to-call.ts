import type { ChatMessage } from '../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { listOf, objectOf } from './json/schema.ts'

/** A tool that the answer calls. */
interface CalledTool {
  readonly name: string
  readonly parameters: unknown
}

/** Whether a model calls a tool that it may call but need not. */
export type ToolMode = 'only_when_asked' | 'eager'

/** Whether the caller waits for an answer to the result of a tool. */
export const followsToolResult = (messages: readonly ChatMessage[]): boolean => messages.at(-1)?.role === 'tool'

/** Whether a tool has given a result since the user's last message. */
const hasResult = (messages: readonly ChatMessage[]): boolean =>
  messages.findLast(({ role }) => role === 'tool' || role === 'user')?.role === 'tool'

/**
 * The tool that `tool_choice` names, or the first where one is required or the model is eager; null where the answer
 * is text: where the model is free, and behind the result of a tool, so that a loop of an agent ends.
 */
export const toolToCall = (request: ChatRequest, mode: ToolMode): CalledTool | 'unknown_tool' | null => {
  const wanted = wantedTool(request, mode)
  return wanted === 'unknown_tool' || !followsToolResult(request.messages) ? wanted : null
}

const wantedTool = (request: ChatRequest, mode: ToolMode): CalledTool | 'unknown_tool' | null => {
  const tools = (request.tools ?? []).flatMap(toTool)
  const choice = request.tool_choice ?? null
  if (choice === 'none') return null
  const free = mode === 'eager' && !hasResult(request.messages) ? (tools[0] ?? null) : null
  if (choice === null || choice === 'auto') return free
  if (typeof choice === 'string') return tools[0] ?? 'unknown_tool'
  const name = toolName(choice)
  if (name !== null) return tools.find((tool) => tool.name === name) ?? 'unknown_tool'
  const allowed = objectOf(choice['allowed_tools'])
  if (allowed === null) return free
  const names = listOf(allowed['tools']).map((tool) => toolName(objectOf(tool) ?? {}))
  const first = tools.find((tool) => names.includes(tool.name)) ?? 'unknown_tool'
  return allowed['mode'] === 'required' || free !== null ? first : null
}

const toTool = (tool: Readonly<Record<string, unknown>>): readonly CalledTool[] => {
  const name = toolName(tool)
  return name === null ? [] : [{ name, parameters: objectOf(tool['function'])?.['parameters'] ?? {} }]
}

const toolName = (tool: Readonly<Record<string, unknown>>): string | null => {
  const name = objectOf(tool['function'])?.['name']
  return typeof name === 'string' ? name : null
}
