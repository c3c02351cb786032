import type { Child } from './child-process.ts'

/** A server under test, and how to call it. */
export interface Target {
  readonly name: 'bare proxy' | 'this gateway' | 'other checkout' | 'portkey'
  readonly child: Child
  /** The PostgreSQL database of the target; null where it has none. */
  readonly database: string | null
  readonly headers: Readonly<Record<string, string>>
  /** Undoes what starting the target did. */
  stop(): Promise<void>
}

export const MODEL = 'bench/fixed'
