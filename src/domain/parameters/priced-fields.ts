import { normalizedName } from './normalized-name.ts'

/** Whether a value of a field leaves the price of the call as the tariff `T` says. */
export type Harmless<T> = (value: unknown, tariff: T) => boolean

/** No value of the field leaves the price as it is. */
export const never: Harmless<unknown> = () => false

interface PricedField {
  /** As the caller spells it. */
  readonly name: string
  /** As the gateway reads it; null where the caller spells it so, and its value is what cannot be had. */
  readonly spelling: string | null
}

/** The fields of one kind of request that can change what a provider asks for the call. */
interface PricedFields<T> {
  /** In every spelling, for the code that lets fields through. */
  has(name: string): boolean
  /** The first field that cannot be had at the tariff's price, or that is misspelt; null when there is none. */
  firstIn(fields: Readonly<Record<string, unknown>>, tariff: T): PricedField | null
}

/**
 * One rule for every kind of request (contract 7). `harmless` names the fields that change the price, each with the
 * values that change nothing. `own` names the fields that the gateway reads itself: in another spelling a server might
 * read them too, and differently.
 */
export const pricedFields = <T>(
  harmless: Readonly<Record<string, Harmless<T>>>,
  own: readonly string[],
): PricedFields<T> => {
  const rules = new Map<string, { readonly name: string; readonly isHarmless: Harmless<T> }>()
  for (const [name, isHarmless] of Object.entries(harmless)) rules.set(normalizedName(name), { name, isHarmless })
  for (const name of own) rules.set(normalizedName(name), { name, isHarmless: () => true })
  return {
    has: (name) => rules.has(normalizedName(name)),
    firstIn: (fields, tariff) => {
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined || value === null) continue
        const rule = rules.get(normalizedName(name))
        if (rule === undefined) continue
        if (rule.name !== name) return { name, spelling: rule.name }
        if (!rule.isHarmless(value, tariff)) return { name, spelling: null }
      }
      return null
    },
  }
}
