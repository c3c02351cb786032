import { isOff } from '../../../domain/json.ts'

/** Carried out by the gateway itself, whatever the provider makes of it. */
const OWN: ReadonlySet<string> = new Set(['output_format'])

/** What is done where a field is not given. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['background', 'auto'],
  ['moderation', 'auto'],
  ['input_fidelity', 'low'],
  ['output_compression', 100],
])

const asksForNothing = (name: string, value: unknown): boolean =>
  isOff(value) || value === 0 || DEFAULTS.get(name) === value

/** Fields beyond the specification that a provider of images is not given. */
export const extrasLeftOut = (extras: Readonly<Record<string, unknown>>, taken: readonly string[]): readonly string[] =>
  Object.entries(extras).flatMap(([name, value]) =>
    taken.includes(name) || OWN.has(name) || asksForNothing(name, value) ? [] : [name],
  )

/** Those of the caller's own fields that a provider takes. One that is null was not filled in, and is not sent. */
export const extrasTaken = (
  extras: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    taken.flatMap((name) => (extras[name] === undefined || extras[name] === null ? [] : [[name, extras[name]]])),
  )
