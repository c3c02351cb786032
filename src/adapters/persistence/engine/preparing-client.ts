import { Socket } from 'node:net'
import pg from 'pg'
import { isOutage } from './is-outage.ts'
import { isStalePlan, READ_ONLY, sqlState } from '../sql/sql-state.ts'

/** Statements beyond this many different texts are sent unnamed: a name lives as long as its connection. */
const MAX_STATEMENT_NAMES = 500

type Query = pg.Client['query']

/** Hears from each connection how its statements fare. */
export interface ConnectionWatch {
  asked(): void
  /** A statement has ended; `wasAnswered` says whether the server had a part in that. */
  ended(wasAnswered: boolean): void
  /** Something failed as it fails when the database is away: is it there? */
  wonder(): void
}

interface PreparingClientConfig extends pg.ClientConfig {
  readonly watch?: ConnectionWatch
}

/**
 * A client that prepares each statement with parameters once: the server parses and plans it once a connection. Where a
 * migration of a newer release has since changed what a statement gives, it is prepared anew.
 */
export class PreparingClient extends pg.Client {
  private readonly names = new Map<string, string>()
  private namesGiven = 0
  private underWay = 0
  private readonly watch: ConnectionWatch | undefined
  private readonly socket: Socket
  private isReadOnly = false

  constructor(config: PreparingClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    this.watch = config.watch
  }

  /** Whether the server has refused a write, because it takes none. */
  wasRefusedWrite(): boolean {
    return this.isReadOnly
  }

  /** Closes the connection without a word to the server, which ends by itself what it has begun. */
  abandon(): void {
    this.socket.destroy()
  }

  override query: Query = ((first: unknown, values: unknown, ...rest: unknown[]) => {
    const isPrepared = typeof first === 'string' && Array.isArray(values) && values.length > 0
    const query: (...args: unknown[]) => unknown = super.query.bind(this)
    const ask = (): unknown => {
      const answer = isPrepared ? query(this.named(first, values), ...rest) : query(first, values, ...rest)
      if (answer instanceof Promise) this.follow(answer)
      return answer
    }
    const isAlone = this.underWay === 0 && this.getTransactionStatus() === 'I'
    const answer = ask()
    return isPrepared && answer instanceof Promise
      ? answer.catch((error: unknown) => this.askAnew(error, isAlone, ask))
      : answer
  }) as Query

  /** The statement has changed nothing: outside a transaction, and before no other statement, it can be sent again. */
  private askAnew(error: unknown, wasAlone: boolean, ask: () => unknown): unknown {
    if (!isStalePlan(error)) throw error
    this.names.clear()
    if (!wasAlone || this.underWay > 0) throw error
    return ask()
  }

  private named(text: string, values: readonly unknown[]) {
    const name = this.nameOf(text)
    return name === undefined ? { text, values } : { name, text, values }
  }

  private follow(answer: Promise<unknown>): void {
    this.watch?.asked()
    this.underWay += 1
    answer.then(
      () => {
        this.underWay -= 1
        this.watch?.ended(true)
      },
      (error: unknown) => {
        this.underWay -= 1
        this.watch?.ended(sqlState(error) !== null)
        if (sqlState(error) === READ_ONLY) this.isReadOnly = true
        if (this.isReadOnly || isOutage(error)) this.watch?.wonder()
      },
    )
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= MAX_STATEMENT_NAMES) return known
    this.namesGiven += 1
    const name = `s${this.namesGiven}`
    this.names.set(text, name)
    return name
  }
}
