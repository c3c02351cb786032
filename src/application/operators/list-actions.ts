import type { OperatorAction, OperatorActionQuery, OperatorLog } from '../ports/process/operator-log.ts'
import type { Page } from '../page.ts'
import { readPage } from '../read-page.ts'

export type ListActions = (query: OperatorActionQuery) => Promise<Page<OperatorAction, string>>

/** What operators did, the newest first. */
export const listActions =
  ({ operatorLog }: { readonly operatorLog: Pick<OperatorLog, 'page'> }): ListActions =>
  (query) =>
    readPage({
      limit: query.limit,
      read: (limit) => operatorLog.page({ ...query, limit }),
      placeOf: ({ id }) => id,
    })
