import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Makes a directory and those above it, for its owner alone. Throws what the system says. Each level is tried once:
 * Node's own `recursive` goes round for ever below `/proc`, where making a directory fails as if its parent were
 * missing.
 */
export const makeDirectory = (path: string): void => {
  const absolute = resolve(path)
  if (isDirectory(absolute)) return
  const parent = dirname(absolute)
  if (parent !== absolute) makeDirectory(parent)
  try {
    mkdirSync(absolute, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it just now.
    if (codeOf(error) !== 'EEXIST' || !isDirectory(absolute)) throw error
  }
}
