import type { TopUp, TopUpStatus } from '../../../domain/payments/top-up.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

interface ListTopUpsInput {
  /** Null: of all users, for operators. */
  readonly userId: string | null
  /** Null: top-ups of every status. */
  readonly status: TopUpStatus | null
  /** The id of the last top-up of the page before this one. */
  readonly before: string | null
  /** At least 1. */
  readonly limit: number
}

export type ListTopUps = (input: ListTopUpsInput) => Promise<Page<TopUp, string>>

/** The top-ups of a user, or of all, in their stored state, newest first. Listing asks no provider. */
export const listTopUps =
  ({ topUps }: { readonly topUps: Pick<TopUpStore, 'page'> }): ListTopUps =>
  (input) =>
    readPage({ limit: input.limit, read: (limit) => topUps.page({ ...input, limit }), placeOf: ({ id }) => id })
