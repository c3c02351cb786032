import type { Context, ContextEntry, Errors, ValidationError } from 'io-ts'
import { NullishType } from '../codecs/codecs.ts'

/** Where a value came from; the first element of `loc` in an account validation error. */
export type Place = 'body' | 'query' | 'path' | 'header'

/** One thing wrong with a request. */
export interface Problem {
  readonly place: Place
  /** Field names and array indexes from the outside in; empty when the whole value is wrong. */
  readonly path: readonly (string | number)[]
  readonly message: string
  /** A word programs can branch on: `missing`, `invalid`, `malformed_json`, … */
  readonly type: string
}

/** The kind of codec an entry was read by; an optional field's is that of the field. */
const tagOf = (entry: ContextEntry | undefined): unknown => {
  const type: object | undefined = entry?.type instanceof NullishType ? entry.type.codec : entry?.type
  return type !== undefined && '_tag' in type ? type._tag : undefined
}

/** io-ts writes the index of a union's or intersection's member into the path; callers know only their own fields. */
const isMemberIndex = (context: Context, position: number): boolean => {
  const parent = tagOf(context[position - 1])
  return parent === 'UnionType' || parent === 'IntersectionType'
}

const isArray = (entry: ContextEntry | undefined): boolean => Array.isArray(entry?.actual)

const pathOf = (context: Context): readonly (string | number)[] =>
  context.flatMap((entry, position) =>
    position === 0 || isMemberIndex(context, position)
      ? []
      : [isArray(context[position - 1]) ? Number(entry.key) : entry.key],
  )

const WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  UnknownRecord: 'an object',
}

/** Whatever such a codec is called, what it wants is an object. */
const OBJECT_TAGS: ReadonlySet<unknown> = new Set(['InterfaceType', 'PartialType', 'IntersectionType'])

/** io-ts calls a list of words by the union of their types, as in `"asc" | "desc"`. */
const oneOf = (name: string): string => `one of ${name.replaceAll('"', '').replaceAll(' | ', ', ')}`

const expectationOf = (context: Context): string => {
  const named = context.findLast((_, position) => !isMemberIndex(context, position) || position === 0)
  const entry = named ?? context.at(-1)
  const name = entry?.type.name ?? 'valid'
  if (name.startsWith('"')) return oneOf(name)
  if (OBJECT_TAGS.has(tagOf(entry))) return 'an object'
  if (name.startsWith('Array<')) return 'an array'
  if (name.startsWith('(')) return 'an object'
  return WORDS[name] ?? name
}

const problemOf = (error: ValidationError, place: Place): Problem => {
  const last = error.context.at(-1)
  return last?.actual === undefined && error.context.length > 1
    ? { place, path: pathOf(error.context), message: 'Field required', type: 'missing' }
    : { place, path: pathOf(error.context), message: `must be ${expectationOf(error.context)}`, type: 'invalid' }
}

/** The most problems that one response reports; a client mends those first (contract 1). */
export const MAX_PROBLEMS = 20

/** A name for a path, the same for equal paths alone. */
const nameOf = (path: Problem['path']): string => JSON.stringify(path)

/** Every place that has something wrong inside it; a path is as deep as a codec, so this is linear. */
const parentPaths = (problems: readonly Problem[]): Set<string> => {
  const outer = new Set<string>()
  for (const { path } of problems) {
    for (let depth = 0; depth < path.length; depth += 1) outer.add(nameOf(path.slice(0, depth)))
  }
  return outer
}

/**
 * Every wrong field once, in the order of the codec and twenty at most; of a union's complaints the deepest, which is
 * the closest match.
 */
export const problemsOf = (errors: Errors, place: Place): readonly Problem[] => {
  const problems = errors.map((error) => problemOf(error, place))
  const seen = parentPaths(problems)
  const kept: Problem[] = []
  for (const problem of problems) {
    const name = nameOf(problem.path)
    if (seen.has(name)) continue
    seen.add(name)
    kept.push(problem)
    if (kept.length === MAX_PROBLEMS) break
  }
  return kept
}
