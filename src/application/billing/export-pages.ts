import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { concurrencyLimiter } from '../load/concurrency-limiter.ts'
import type { Page } from '../page.ts'

/** The most rows of one export. To get more, the client asks for the time before the last row. */
export const MAX_EXPORTED = 1_000_000
/** As many rows as one statement reads: some milliseconds of work for the server, some hundred kilobytes here. */
const PAGE_LENGTH = 1_000
/** The most exports that one process runs at the same time: each keeps a page in memory until its reader has it. */
const MAX_EXPORTS = 64
/** The most pages that it reads at once: each keeps a connection of the database at work. */
const MAX_READS = 4
/** Seconds after which a client may retry an export. */
const RETRY_AFTER_SECONDS = 5

interface ExportQuery<Row, Place> {
  readonly ownerId: string
  /** Where the first page begins; null at the first row. */
  readonly before: Place | null
  readonly read: (before: Place | null, limit: number) => Promise<Page<Row, Place>>
}

export interface Export<Row> {
  /** Page by page, each read when it is asked for; a page may be empty. Rejects where the database cannot be read. */
  readonly pages: AsyncIterable<readonly Row[]>
  /** Makes room for another export. To be called when the reader has had enough; more calls change nothing. */
  readonly end: () => void
}

/** `rate_limit_exceeded`: an export of the same owner runs. `overloaded`: too many run in this process. */
export type ExportFailure =
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }
  | { readonly tag: 'overloaded' }

export type ExportPages = <Row, Place>(query: ExportQuery<Row, Place>) => Promise<Either<ExportFailure, Export<Row>>>

const pagesFrom = async function* <Row, Place>(
  read: ExportQuery<Row, Place>['read'],
  first: Page<Row, Place>,
): AsyncGenerator<readonly Row[]> {
  let page = first
  let room = MAX_EXPORTED
  for (;;) {
    yield page.rows.slice(0, room)
    room -= page.rows.length
    if (page.next === null || room <= 0) return
    page = await read(page.next, PAGE_LENGTH)
  }
}

/**
 * Exports a long list, `MAX_EXPORTED` rows at most, one list of an owner at a time. The first page is read before the
 * promise resolves, so that a database that is away is answered as such. Between two pages nothing is open: a slow
 * reader costs the database nothing, and takes no turn from the exports of others.
 */
export const exportPages = (): ExportPages => {
  const running = new Set<string>()
  // Each export reads one page at a time, so that no more of them can wait.
  const inTurn = concurrencyLimiter({ maxConcurrent: MAX_READS, maxQueued: MAX_EXPORTS })
  return async ({ ownerId, before, read }) => {
    if (running.has(ownerId)) return left({ tag: 'rate_limit_exceeded', retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (running.size >= MAX_EXPORTS) return left({ tag: 'overloaded' })
    running.add(ownerId)
    let isOver = false
    const end = (): void => {
      if (!isOver) running.delete(ownerId)
      isOver = true
    }
    const readInTurn: typeof read = async (from, limit) => {
      const page = await inTurn(() => read(from, limit))
      if (isLeft(page)) throw new Error('more pages are read than there are exports')
      return page.right
    }
    try {
      return right({ pages: pagesFrom(readInTurn, await readInTurn(before, PAGE_LENGTH)), end })
    } catch (error) {
      end()
      throw error
    }
  }
}
