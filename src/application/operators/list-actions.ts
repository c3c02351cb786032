import type { OperatorAction, OperatorActionQuery, OperatorLog } from '../ports/process/operator-log.ts'
import { readPage } from '../read-page.ts'

interface OperatorActionPage {
  readonly actions: readonly OperatorAction[]
  /** The value of `before` for the next page; null at the end. */
  readonly nextBefore: string | null
}

export type ListActions = (query: OperatorActionQuery) => Promise<OperatorActionPage>

/** What operators did, the newest first. */
export const listActions =
  ({ operatorLog }: { readonly operatorLog: Pick<OperatorLog, 'page'> }): ListActions =>
  async (query) => {
    const { rows, lastOfMore } = await readPage(query.limit, (limit) => operatorLog.page({ ...query, limit }))
    return { actions: rows, nextBefore: lastOfMore?.id ?? null }
  }
