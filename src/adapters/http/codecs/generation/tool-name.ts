import { createHash } from 'node:crypto'

/** The longest name of a tool that most providers take. */
export const MAX_TOOL_NAME_CHARS = 64
const HASH_CHARS = 12

/** A name that ends with a hash of what the tool is, so that it is short enough and the same in every turn. */
export const hashedToolName = (name: string, identity: string): string => {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, HASH_CHARS)
  return `${name.slice(0, MAX_TOOL_NAME_CHARS - HASH_CHARS - 1)}_${hash}`
}
