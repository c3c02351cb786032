import { createHash } from 'node:crypto'
import type { Tariff } from '../../domain/pricing/tariff.ts'

const DIGITS = 12

const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Map) return plain(Object.fromEntries(value as ReadonlyMap<string, unknown>))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, plain(field)])
}

/** A short name of a tariff's exact content: equal prices share it, any change of a price changes it. */
export const tariffVersion = (tariff: Tariff): string =>
  createHash('sha256')
    .update(JSON.stringify(plain(tariff)))
    .digest('hex')
    .slice(0, DIGITS)
