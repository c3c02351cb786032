import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { TopUpPageQuery, TopUpStore } from '../../ports/billing/top-up-store.ts'
import type { Page } from '../../page.ts'
import { readPage } from '../../read-page.ts'

export type ListTopUps = (query: TopUpPageQuery) => Promise<Page<TopUp, string>>

/** The top-ups of a user, or of all, in their stored state, newest first. Listing asks no provider. */
export const listTopUps =
  ({ topUps }: { readonly topUps: Pick<TopUpStore, 'page'> }): ListTopUps =>
  (query) =>
    readPage({ limit: query.limit, read: (limit) => topUps.page({ ...query, limit }), placeOf: ({ id }) => id })
