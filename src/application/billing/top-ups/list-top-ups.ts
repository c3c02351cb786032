import type { TopUp, TopUpStatus } from '../../../domain/payments/top-up.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import { readPage } from '../../read-page.ts'

export interface ListTopUpsInput {
  /** Null: of all users, for operators. */
  readonly userId: string | null
  /** Null: top-ups of every status. */
  readonly status: TopUpStatus | null
  /** The id of the last top-up of the page before this one. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

export interface TopUpPage {
  readonly topUps: readonly TopUp[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

/** The top-ups of a user, or of all, in their stored state, newest first. Listing asks no provider. */
export const listTopUps =
  ({ topUps }: { readonly topUps: Pick<TopUpStore, 'page'> }) =>
  async (input: ListTopUpsInput): Promise<TopUpPage> => {
    const { rows, lastOfMore } = await readPage(input.limit, (limit) => topUps.page({ ...input, limit }))
    return { topUps: rows, nextBefore: lastOfMore?.id ?? null }
  }
