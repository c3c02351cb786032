import type { Kysely } from 'kysely'
import { kyselyConversations } from '../../src/adapters/persistence/conversations/conversations.ts'
import { kyselyGallery } from '../../src/adapters/persistence/conversations/gallery.ts'
import { kyselyMessages } from '../../src/adapters/persistence/conversations/messages.ts'
import { openPostgres } from '../../src/adapters/persistence/engine/postgres.ts'
import type { Database } from '../../src/adapters/persistence/schema/schema.ts'
import { DEEP, writeDeepHistory } from '../../test/support/turns/deep-history.ts'
import type { DeepHistory } from '../../test/support/turns/deep-history.ts'
import { withOwnDatabase } from '../own-database.ts'
import { ascending, percentile } from '../statistics.ts'

/** How long one page of a list takes. */
export interface PageTime {
  readonly p50Ms: number
  readonly p95Ms: number
}

export type Page = 'first' | 'middle' | 'last'

/** One list and how long its pages take. */
export interface DepthBench {
  readonly list: string
  readonly pages: ReadonlyMap<Page, PageTime>
}

const LIMIT = 50
const WARM_UP = 100
const ROUNDS = 1_000

/** Each reads its page and answers how many rows it had. */
type Pages = Readonly<Record<Page, () => Promise<number>>>

const PAGES: readonly Page[] = ['first', 'middle', 'last']

const listsOf = (
  db: Kysely<Database>,
  { userId, conversationId, messageAt }: DeepHistory,
): Readonly<Record<string, Pages>> => {
  const messages = (place: number | null) => async (): Promise<number> => {
    const before = place === null ? null : messageAt(place)
    const page = await kyselyMessages(db).page({ conversationId, before, limit: LIMIT })
    return page?.length ?? 0
  }
  const gallery = (before: bigint | null) => async (): Promise<number> =>
    (await kyselyGallery(db).page({ userId, kind: null, source: null, before, limit: LIMIT })).length
  const conversations = (offset: number) => async (): Promise<number> => {
    const page = await kyselyConversations(db).page({ userId, withArchived: true, limit: LIMIT, offset })
    return page.conversations.length
  }
  const owned = DEEP.conversations / 5
  return {
    messages: { first: messages(null), middle: messages(DEEP.deepMessages / 2), last: messages(LIMIT + 1) },
    gallery: { first: gallery(null), middle: gallery(BigInt(DEEP.files / 2)), last: gallery(BigInt(LIMIT * 4 + 1)) },
    conversations: {
      first: conversations(0),
      middle: conversations(owned / 2 - LIMIT),
      last: conversations(owned + 1 - LIMIT),
    },
  }
}

/** The pages in turn, so that other work of the machine slows all of them alike. */
const measure = async (pages: Pages): Promise<ReadonlyMap<Page, PageTime>> => {
  const times: Readonly<Record<Page, number[]>> = { first: [], middle: [], last: [] }
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const page of PAGES) {
      const startedAt = performance.now()
      const shown = await pages[page]()
      if (shown !== LIMIT) throw new Error(`the ${page} page has ${shown} rows: a short page would prove nothing`)
      if (round >= 0) times[page].push(performance.now() - startedAt)
    }
  }
  const timeOf = (page: Page): PageTime => {
    const sorted = ascending(times[page])
    return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) }
  }
  return new Map(PAGES.map((page) => [page, timeOf(page)]))
}

/** How much longer pages deep in long lists take than first pages, on a database of its own, which it drops. */
export const benchDepth = (): Promise<readonly DepthBench[]> =>
  withOwnDatabase(async (url) => {
    const deep = await writeDeepHistory(url)
    const { db, close } = await openPostgres(url)
    try {
      const measured: DepthBench[] = []
      for (const [list, pages] of Object.entries(listsOf(db, deep)))
        measured.push({ list, pages: await measure(pages) })
      return measured
    } finally {
      await close()
    }
  })
