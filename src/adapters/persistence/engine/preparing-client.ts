import pg from 'pg'
import { READ_ONLY, sqlState } from '../sql/sql-state.ts'

/** Statements beyond this many different texts are sent unnamed: a name lives as long as its connection. */
const MAX_STATEMENT_NAMES = 500

type Query = pg.Client['query']

/** A client that prepares each statement with parameters once: the server parses and plans it once a connection. */
export class PreparingClient extends pg.Client {
  private readonly names = new Map<string, string>()
  private isReadOnly = false

  /** Whether the server has refused a write, because it takes none. */
  wasRefusedWrite(): boolean {
    return this.isReadOnly
  }

  override query: Query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
    const isPrepared = typeof first === 'string' && Array.isArray(values) && values.length > 0
    const query: (...args: unknown[]) => unknown = super.query.bind(this)
    const answer = isPrepared ? query(this.named(first, values), ...rest) : query(first, values, ...rest)
    if (answer instanceof Promise) answer.catch((error: unknown) => this.noteRefusal(error))
    return answer
  }) as Query

  private named(text: string, values: readonly unknown[]) {
    const name = this.nameOf(text)
    return name === undefined ? { text, values } : { name, text, values }
  }

  private noteRefusal(error: unknown): void {
    if (sqlState(error) === READ_ONLY) this.isReadOnly = true
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= MAX_STATEMENT_NAMES) return known
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}
