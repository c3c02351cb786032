import { hashedToolName, MAX_TOOL_NAME_CHARS } from '../../codecs/generation/tool-name.ts'

/** Anthropic takes names of twice the length, and clients name the tools of their servers so. */
const isLong = (name: string): boolean => name.length > MAX_TOOL_NAME_CHARS

/** The name of a tool on other wires. */
export const wireName = (name: string): string => (isLong(name) ? hashedToolName(name, name) : name)

/** Finds the client's name of a tool that a model called; any other name stays as it is. */
export type CallersToolName = (wireName: string) => string

export const callersToolNames = (names: readonly string[]): CallersToolName => {
  const long = new Map(names.filter(isLong).map((name) => [wireName(name), name]))
  return (name) => long.get(name) ?? name
}
