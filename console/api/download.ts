import { call } from './call.ts'
import type { Outcome } from './failure.ts'

type Table = 'GET /v1/me/requests' | 'GET /v1/me/transactions'

/**
 * Has the browser save a list of the API as a table. The file is asked for with the session, so no link can carry it.
 */
export const download = async (
  operation: Table,
  query: Readonly<Record<string, string | number | null>>,
  fileName: string,
): Promise<Outcome<null>> => {
  const table = await call(operation, { query: { ...query, format: 'csv' } as object, headers: { accept: 'text/csv' } })
  if (!table.ok) return table
  const address = URL.createObjectURL(table.value as unknown as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
  return { ok: true, value: null }
}
