/** Carried out by the gateway itself, whatever the provider makes of it. */
const OWN: ReadonlySet<string> = new Set(['output_format'])

/** Asks for nothing. */
const isOff = (value: unknown): boolean => value === undefined || value === null || value === false || value === 0

/** Fields beyond the specification that a provider of images is not given. */
export const extrasLeftOut = (extras: Readonly<Record<string, unknown>>, taken: readonly string[]): readonly string[] =>
  Object.entries(extras).flatMap(([name, value]) =>
    taken.includes(name) || OWN.has(name) || isOff(value) ? [] : [name],
  )

/** Those of the caller's own fields that a provider takes. One that is null was not filled in, and is not sent. */
export const extrasTaken = (
  extras: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    taken.flatMap((name) => (extras[name] === undefined || extras[name] === null ? [] : [[name, extras[name]]])),
  )
