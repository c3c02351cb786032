import { hashedToolName, MAX_TOOL_NAME_CHARS } from '../../codecs/generation/tool-name.ts'

/** A tool as the caller knows it. */
export interface CallerTool {
  /** A `custom` tool takes a text, which providers know as a function of one string. */
  readonly kind: 'function' | 'custom'
  readonly name: string
  readonly namespace: string | null
}

/** The names of a request's tools at the provider, both ways. */
export interface ToolNames {
  /** The name at the provider, made now where the tool is not declared: earlier calls may name it all the same. */
  readonly wireName: (tool: CallerTool) => string
  /** The tool that a model called. Models call children of a namespace by their own name, too. */
  readonly callerTool: (wireName: string) => CallerTool
}

/** Tells two tools apart. */
export const identityOf = ({ kind, name, namespace }: CallerTool): string => JSON.stringify([kind, namespace, name])

const candidateOf = ({ name, namespace }: CallerTool): string =>
  (namespace === null ? name : `${namespace}__${name}`).replace(/[^\w-]/g, '_')

/** A function outside a namespace goes by the caller's own name, which the provider judges. */
const isOwnName = ({ kind, namespace }: CallerTool): boolean => kind === 'function' && namespace === null

/**
 * Gives every tool a name of its own. A name that the provider would refuse or that is taken gets a hash of what the
 * tool is, so that it is the same in every turn.
 */
export const toolNames = (declared: readonly CallerTool[]): ToolNames => {
  const byIdentity = new Map<string, string>()
  const byWireName = new Map<string, CallerTool>()
  const byOwnName = new Map<string, CallerTool | null>()

  const wireName = (tool: CallerTool): string => {
    const identity = identityOf(tool)
    const known = byIdentity.get(identity)
    if (known !== undefined) return known
    const candidate = isOwnName(tool) ? tool.name : candidateOf(tool)
    const isFree = !byWireName.has(candidate) && (isOwnName(tool) || candidate.length <= MAX_TOOL_NAME_CHARS)
    const made = isFree ? candidate : hashedToolName(candidate, identityOf(tool))
    byIdentity.set(identity, made)
    byWireName.set(made, tool)
    return made
  }

  for (const tool of declared.filter(isOwnName)) wireName(tool)
  for (const tool of declared) {
    wireName(tool)
    byOwnName.set(tool.name, byOwnName.has(tool.name) ? null : tool)
  }
  return {
    wireName,
    callerTool: (name) => byWireName.get(name) ?? byOwnName.get(name) ?? { kind: 'function', name, namespace: null },
  }
}
