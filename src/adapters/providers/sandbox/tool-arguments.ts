import { jsonFor } from './answer-text.ts'
import { fits } from './json/fits.ts'
import { objectOf } from '../wire.ts'
import { typesOf } from './json/schema.ts'
import type { Schema } from './json/schema.ts'

const MAX_COMPARISONS = 20_000

/** Tools of agents that run what they are given: a call of the sandbox must do no harm there. */
const COMMAND_TOOL =
  /^(?:(?:local_|container\.)?(?:bash|shell|terminal|exec)(?:_command)?|(?:execute|run)(?:_in)?(?:_shell|_terminal)?(?:_command|_cmd)?)$/i

export const runsCommands = (name: string): boolean => COMMAND_TOOL.test(name)

/** Creates one file, which nothing else has the name of. */
const PATCH = '*** Begin Patch\n*** Add File: sandbox-tools-was-here.txt\n+sandbox\n*** End Patch\n'

interface HarmlessArgument {
  readonly isFor: (toolName: string) => boolean
  readonly fields: readonly string[]
  /** The text of it, and what else it may be. */
  readonly values: readonly [text: string, ...others: readonly unknown[]]
}

const HARMLESS: readonly HarmlessArgument[] = [
  { isFor: runsCommands, fields: ['command', 'cmd'], values: ['echo sandbox', ['echo', 'sandbox']] },
  { isFor: (name) => /(?:^|_)patch$/i.test(name), fields: ['input', 'patch'], values: [PATCH] },
]

/** The first of these values that the schema of a field takes by its type. */
const valueFor = (field: unknown, values: readonly unknown[]): unknown => {
  const types = typesOf(objectOf(field) ?? {})
  return values.find((value) => types === null || types.includes(Array.isArray(value) ? 'array' : 'string'))
}

const harmlessFor = (name: string): HarmlessArgument | undefined => HARMLESS.find(({ isFor }) => isFor(name))

/** The text for a tool of the type `custom`, whatever grammar it has. */
export const textFor = (name: string): string => harmlessFor(name)?.values[0] ?? 'text'

const withHarmless = (name: string, parameters: Schema, sample: Schema): Schema => {
  const known = harmlessFor(name)
  const properties = objectOf(parameters['properties']) ?? {}
  const field = known?.fields.find((each) => Object.hasOwn(properties, each))
  if (known === undefined || field === undefined) return sample
  const value = valueFor(properties[field], known.values)
  return value === undefined ? sample : { ...sample, [field]: value }
}

/**
 * Arguments that fit the parameters of a tool, as JSON; null if none were found. A tool that runs commands is given
 * one that prints a word, a tool for patches one that adds a file.
 */
export const argumentsFor = (name: string, parameters: unknown): string | null => {
  const json = jsonFor(parameters)
  const schema = objectOf(parameters)
  const sample = json === null ? null : objectOf(JSON.parse(json))
  if (schema === null || sample === null) return json
  const harmless = withHarmless(name, schema, sample)
  const fitting = { root: schema, inDoubt: false, formatsFit: true, budget: { stepsLeft: MAX_COMPARISONS } }
  return fits(schema, harmless, fitting) ? JSON.stringify(harmless) : json
}
