import { nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What a schema demands in keywords that the provider refuses: the model is given it in words. */
export const demandsOf = (schema: Wire, keywords: readonly string[]): readonly string[] =>
  keywords.flatMap((name) => (schema[name] === undefined ? [] : [`${name}: ${JSON.stringify(schema[name])}`]))

/** The schema of a wanted answer, with what the caller says of the whole answer; null if there is none. */
export const answerSchema = (format: Wire | null): Wire | null => {
  const wanted = objectOf(format?.['json_schema'])
  const schema = objectOf(wanted?.['schema'])
  const description = nonEmptyOf(wanted?.['description'])
  const own = nonEmptyOf(schema?.['description'])
  if (schema === null || description === null || description === own) return schema
  return { ...schema, description: own === null ? description : `${description}\n${own}` }
}
