import type { Schemas } from '../../../api/api-types.ts'

export type OperatorAction = Schemas['OperatorAction']

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * What an action changed, field by field, such as `balance: 1.00 → 6.00`. Where it was not looked at, what the action
 * was given.
 */
export const changeTexts = ({ before, after, arguments: given }: OperatorAction): readonly string[] => {
  if (before === null && after === null) {
    return Object.entries(given).map(([name, value]) => `${name}: ${valueText(value)}`)
  }
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    if (was === undefined) return [`${name}: ${valueText(is)}`]
    const [from, to] = [valueText(was), valueText(is ?? null)]
    return from === to ? [] : [`${name}: ${from} → ${to}`]
  })
}
