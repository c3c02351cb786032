import type { ChatRequest } from '../../../domain/chat/request.ts'
import { listOf, schemaOf } from './sample-scalar.ts'

/** A tool that the caller wants called. */
export interface ForcedTool {
  readonly name: string
  readonly parameters: unknown
}

/** The tool that `tool_choice` names, or the first where one is required; null where the model is free. */
export const forcedTool = (request: ChatRequest): ForcedTool | 'unknown_tool' | null => {
  const tools = (request.tools ?? []).flatMap(toTool)
  const choice = request.tool_choice ?? null
  if (choice === null || choice === 'auto' || choice === 'none') return null
  if (typeof choice === 'string') return tools[0] ?? 'unknown_tool'
  const name = toolName(choice)
  if (name !== null) return tools.find((tool) => tool.name === name) ?? 'unknown_tool'
  const allowed = schemaOf(choice['allowed_tools'])
  if (allowed?.['mode'] !== 'required') return null
  const names = listOf(allowed['tools']).map((tool) => toolName(schemaOf(tool) ?? {}))
  return tools.find((tool) => names.includes(tool.name)) ?? 'unknown_tool'
}

const toTool = (tool: Readonly<Record<string, unknown>>): readonly ForcedTool[] => {
  const name = toolName(tool)
  return name === null ? [] : [{ name, parameters: schemaOf(tool['function'])?.['parameters'] ?? {} }]
}

const toolName = (tool: Readonly<Record<string, unknown>>): string | null => {
  const name = schemaOf(tool['function'])?.['name']
  return typeof name === 'string' ? name : null
}
