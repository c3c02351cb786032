import type { Schemas } from '../../../api/api-types.ts'
import { exactSumText } from '../../../words/figures.ts'

export type OperatorAction = Schemas['OperatorAction']

type Facts = Readonly<Record<string, unknown>>

const SUMS: ReadonlySet<string> = new Set(['amount', 'balance'])

const isDecimal = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)

/** A fact as a person reads it; a sum with the currency that stands beside it. */
const textOf = (name: string, value: unknown, { currency }: Facts): string => {
  if (SUMS.has(name) && isDecimal(value) && (currency === 'RUB' || currency === 'TOKEN')) {
    return exactSumText(value, currency)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * What an action changed, field by field, such as `balance: ₽1.00 → ₽6.00`. Where it was not looked at, what the action
 * was given.
 */
export const changeTexts = ({ before, after, arguments: given }: OperatorAction): readonly string[] => {
  if (before === null && after === null) {
    return Object.entries(given).map(([name, value]) => `${name}: ${textOf(name, value, given)}`)
  }
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (was === undefined) return [`${name}: ${textOf(name, is, after ?? {})}`]
    const [from, to] = [textOf(name, was, before ?? {}), textOf(name, is ?? null, after ?? {})]
    return from === to ? [] : [`${name}: ${from} → ${to}`]
  })
}
