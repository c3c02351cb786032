import type { OperatorAction, OperatorActionQuery, OperatorLog } from '../ports/process/operator-log.ts'

interface OperatorActionPage {
  readonly actions: readonly OperatorAction[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

export type ListActions = (query: OperatorActionQuery) => Promise<OperatorActionPage>

/** What operators did, the newest first. */
export const listActions =
  ({ operations }: { readonly operations: Pick<OperatorLog, 'page'> }): ListActions =>
  async (query) => {
    // One more row than the page holds shows whether there is a next page.
    const found = await operations.page({ ...query, limit: query.limit + 1 })
    const actions = found.slice(0, query.limit)
    return { actions, nextBefore: found.length > query.limit ? (actions.at(-1)?.id ?? null) : null }
  }
