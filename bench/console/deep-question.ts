import type { ScaleRows } from './scale-rows.ts'

/** The parts of an answer that say that a list goes on. */
interface ListAnswer {
  readonly next_cursor?: string | null
  readonly next_before?: string | null
  readonly total?: number
}

const POSITION = /^[a-z](\d+)$/

/** The cursor of the same list from its middle on: half the way down where it counts, else the id that lies there. */
const middleOf = (rows: ScaleRows, path: string, cursor: string): string => {
  const written = Buffer.from(cursor, 'base64url').toString('latin1')
  const position = POSITION.exec(written)?.[1]
  const id = path === '/v1/operator/accounts' ? rows.middleAccount : rows.middleMoment
  const middle = position === undefined ? id : String(BigInt(position) / 2n)
  return Buffer.from(`${written.slice(0, 1)}${middle}`).toString('base64url')
}

/** The question for the middle of the list that this question was answered with; null where the list has one page. */
export const deepQuestion = (rows: ScaleRows, question: string, answer: string): string | null => {
  const address = new URL(question, 'http://console')
  const { next_cursor: cursor, next_before: before, total } = JSON.parse(answer) as ListAnswer
  if (typeof cursor === 'string') address.searchParams.set('cursor', middleOf(rows, address.pathname, cursor))
  else if (typeof before === 'string') address.searchParams.set('before', rows.middleMessage)
  else if (total !== undefined && address.searchParams.has('offset'))
    address.searchParams.set('offset', String(Math.floor(total / 2)))
  else return null
  return `${address.pathname}${address.search}`
}
