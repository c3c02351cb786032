import { highestOf, lowestOf, numberOf } from './schema.ts'
import type { Schema } from './schema.ts'
import { largestOf } from '../../../../domain/extremes.ts'

interface Bounds {
  readonly least: number
  readonly most: number
  readonly fits: (value: number) => boolean
}

const boundsOf = (schemas: readonly Schema[]): Bounds => {
  const from = highestOf(schemas, 'minimum') ?? Number.NEGATIVE_INFINITY
  const above = highestOf(schemas, 'exclusiveMinimum') ?? Number.NEGATIVE_INFINITY
  const to = lowestOf(schemas, 'maximum') ?? Number.POSITIVE_INFINITY
  const below = lowestOf(schemas, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY
  return {
    least: Math.max(from, above),
    most: Math.min(to, below),
    fits: (value) => value >= from && value > above && value <= to && value < below,
  }
}

/** Steps looked at on the way from one bound; several multiples at once need a few. */
const MAX_STEPS = 64

const isMultiple = (value: number, step: number): boolean => {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}

/** The values of a schema with steps, from the one nearest to 1 upwards, then downwards. */
const stepped = ({ least, most, fits }: Bounds, steps: readonly number[], skip: number): number | null => {
  const step = Math.max(0, largestOf(steps))
  const start = Math.round(Math.min(Math.max(1, least), most) / step)
  const found = (direction: 1 | -1): number | null => {
    let left = skip
    for (let hops = 0; hops < MAX_STEPS; hops += 1) {
      // The quotient of two decimals is rarely exact, so the product is cut to the digits that a decimal has.
      const value = Number(((start + direction * hops) * step).toPrecision(15))
      if (!fits(value) || !steps.every((each) => isMultiple(value, each))) continue
      if (left === 0) return value
      left -= 1
    }
    return null
  }
  return found(1) ?? found(-1)
}

/** A number between two bounds that need no step; `skip` picks another one each time. */
const between = ({ least, most, fits }: Bounds, skip: number): number | null => {
  const low = Number.isFinite(least) ? least : Math.min(1, most) - 1
  const high = Number.isFinite(most) ? most : Math.max(1, low) + 1
  const candidates = [1, least, most, ...[2, 3, 4, 5].map((part) => low + (high - low) / part)]
  const fitting = [...new Set(candidates.filter((value) => Number.isFinite(value) && fits(value)))]
  const more = low + ((high - low) * (skip + 1)) / (skip + 2.5)
  return fitting[skip] ?? (fits(more) ? more : null)
}

/** A number near 1 that fits all these schemas, or null; with `variant` 1, 2, … other ones. */
export const sampleNumber = (schemas: readonly Schema[], isInteger: boolean, variant: number): number | null => {
  const bounds = boundsOf(schemas)
  const multiples = schemas.flatMap((schema) => numberOf(schema['multipleOf']) ?? []).filter((step) => step > 0)
  const steps = isInteger ? [1, ...multiples] : multiples
  return steps.length === 0 ? between(bounds, variant) : stepped(bounds, steps, variant)
}
