import { createHash } from 'node:crypto'

/** What providers of other wires take; Anthropic takes twice as much, and clients name tools of their servers so. */
const MAX_NAME_CHARS = 64
const HASH_CHARS = 12

/** The name of a tool on other wires: one that is too long ends with a hash, the same in every turn. */
export const wireName = (name: string): string =>
  name.length <= MAX_NAME_CHARS
    ? name
    : `${name.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARS)}`

/** Finds the client's name of a tool that a model called; any other name stays as it is. */
export type CallersToolName = (wireName: string) => string

export const callersToolNames = (names: readonly string[]): CallersToolName => {
  const long = new Map(names.flatMap((name) => (name.length > MAX_NAME_CHARS ? [[wireName(name), name] as const] : [])))
  return (name) => long.get(name) ?? name
}
