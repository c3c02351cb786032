import pg from 'pg'

/** Statements beyond this many different texts are sent unnamed: names live as long as their connection. */
const MOST_NAMES = 500

const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return undefined
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

type Query = pg.Client['query']

/** A client that prepares each statement with parameters once per connection: parsed and planned once. */
export class PreparingClient extends pg.Client {
  override query: Query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
    const prepared = typeof first === 'string' && Array.isArray(values) && values.length > 0
    const query: (...args: unknown[]) => unknown = super.query.bind(this)
    if (!prepared) return query(first, values, ...rest)
    const name = nameOf(first)
    return query(name === undefined ? { text: first, values } : { name, text: first, values }, ...rest)
  }) as Query
}
