import { highestOf, listOf, lowestOf } from './schema.ts'
import type { Schema } from './schema.ts'
import type { Sample, Search } from './search.ts'

const isPresent = (value: unknown): boolean => value !== undefined

/** What all schemas say of the item at this place. */
const itemSchemas = (schemas: readonly Schema[], index: number): readonly unknown[] =>
  schemas
    .map((schema) => {
      const fixed = listOf(schema['prefixItems'])
      return index < fixed.length ? fixed[index] : schema['items']
    })
    .filter(isPresent)

/** The shortest array that fits all these schemas; a variant is longer, or has other items. */
export const sampleArray = (schemas: readonly Schema[], search: Search, depth: number, variant: number): Sample => {
  const wanted = schemas.flatMap(({ contains, minContains }) =>
    contains === undefined ? [] : [{ contains, count: typeof minContains === 'number' ? minContains : 1 }],
  )
  const fixed = schemas.reduce((longest, schema) => Math.max(longest, listOf(schema['prefixItems']).length), 0)
  const most = lowestOf(schemas, 'maxItems') ?? Number.POSITIVE_INFINITY
  const least = wanted.reduce(
    (longest, { count }) => Math.max(longest, count),
    Math.max(highestOf(schemas, 'minItems') ?? 0, 0),
  )
  const length = Math.max(least, Math.min(fixed, most), variant > 0 ? 1 : 0)
  if (length > most || length > search.stepsLeft) return null
  const isUnique = schemas.some((schema) => schema['uniqueItems'] === true)
  const items: unknown[] = []
  for (let index = 0; index < length; index += 1) {
    const contained = wanted.filter(({ count }) => index < count).map(({ contains }) => contains)
    const asked = [...itemSchemas(schemas, index), ...contained]
    const item = search.sampleAll(asked, depth + 1, (isUnique ? index : 0) + variant)
    if (item === null) return null
    items.push(item.value)
  }
  const isRepeated = isUnique && new Set(items.map((item) => JSON.stringify(item))).size < items.length
  return isRepeated ? null : { value: items }
}
