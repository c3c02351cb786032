import pg from 'pg'

/** Statements beyond this many different texts are sent unnamed: a name lives as long as its connection. */
const MAX_STATEMENT_NAMES = 500

type Query = pg.Client['query']

/** A client that prepares each statement with parameters once: the server parses and plans it once a connection. */
export class PreparingClient extends pg.Client {
  private readonly names = new Map<string, string>()

  override query: Query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
    const isPrepared = typeof first === 'string' && Array.isArray(values) && values.length > 0
    const query: (...args: unknown[]) => unknown = super.query.bind(this)
    if (!isPrepared) return query(first, values, ...rest)
    const name = this.nameOf(first)
    return query(name === undefined ? { text: first, values } : { name, text: first, values }, ...rest)
  }) as Query

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= MAX_STATEMENT_NAMES) return known
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}
