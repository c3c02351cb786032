import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'
import type { TopUpStore } from '../ports/top-up-store.ts'

export interface ListTopUpsInput {
  readonly userId: string
  /** Null: whatever their status. */
  readonly status: TopUpStatus | null
  /** The id of the last top-up of the page before this one. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

export interface TopUpPage {
  readonly topUps: readonly TopUp[]
  /** What `before` must be to read on; null at the end. */
  readonly nextBefore: string | null
}

/** A user's top-ups as they were last seen, newest first: listing asks no provider. */
export const listTopUps =
  ({ topUps }: { readonly topUps: Pick<TopUpStore, 'page'> }) =>
  async (input: ListTopUpsInput): Promise<TopUpPage> => {
    // One more than asked tells whether there is a next page.
    const found = await topUps.page({ ...input, limit: input.limit + 1 })
    const page = found.slice(0, input.limit)
    return { topUps: page, nextBefore: found.length > input.limit ? (page.at(-1)?.id ?? null) : null }
  }
