import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiFailure, Outcome } from '../api/failure.ts'
import { entryState, keepInEntry } from '../location.ts'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { FailureNotice } from './notice.tsx'

const WORDS = inBoth(
  { newer: 'Newer', older: 'Older', loading: 'Loading', again: 'Try again' },
  { newer: 'Позже', older: 'Раньше', loading: 'Загрузка', again: 'Повторить' },
)

interface PageOfRows<Row> {
  readonly data: readonly Row[]
  readonly next_cursor: string | null
}

/** What is known of the pages of a long list that were not asked for yet. */
export interface FurtherPages {
  readonly isLoading: Signal<boolean>
  readonly failure: Signal<ApiFailure | null>
  readonly hasMore: Signal<boolean>
  loadNext(): Promise<void>
}

/** A long list, of which the pages that were asked for are here. */
export interface Pages<Row> extends FurtherPages {
  readonly rows: Signal<readonly Row[]>
  /** Asks again for as many rows as are here. */
  reload(): Promise<void>
}

/** The pages from `cursor` on, until they have so many rows or there are no more; and the failure that ended them. */
const loadRows = async <Row,>(
  load: (cursor: string | null) => Promise<Outcome<PageOfRows<Row>>>,
  from: string | null,
  least: number,
): Promise<PageOfRows<Row> & { readonly failure: ApiFailure | null }> => {
  const data: Row[] = []
  let cursor = from
  do {
    const outcome = await load(cursor)
    if (!outcome.ok) return { data, next_cursor: cursor, failure: outcome.failure }
    data.push(...outcome.value.data)
    cursor = outcome.value.next_cursor
  } while (cursor !== null && data.length < least)
  return { data, next_cursor: cursor, failure: null }
}

/**
 * Loads the first page at once, and again whenever `key` changes; each further page when it is asked for. A reader who
 * comes Back to the list, or loads the page again, finds as many rows as they left, at the place where they left them.
 */
export const usePages = <Row,>(
  key: string,
  load: (cursor: string | null) => Promise<Outcome<PageOfRows<Row>>>,
): Pages<Row> => {
  const rows = useSignal<readonly Row[]>([])
  const cursor = useSignal<string | null>(null)
  const hasMore = useSignal(true)
  const isLoading = useSignal(true)
  const failure = useSignal<ApiFailure | null>(null)
  const question = useSignal(0)
  const left = useRef(entryState())

  const ask = async (after: string | null, least = 0): Promise<void> => {
    question.value += 1
    const asked = question.peek()
    isLoading.value = true
    failure.value = null
    const loaded = await loadRows(load, after, least)
    if (question.peek() !== asked) return
    isLoading.value = false
    failure.value = loaded.failure
    if (loaded.failure !== null && loaded.data.length === 0) return
    rows.value = after === null ? loaded.data : [...rows.peek(), ...loaded.data]
    cursor.value = loaded.next_cursor
    hasMore.value = loaded.next_cursor !== null
    keepInEntry({ rows: rows.peek().length })
  }

  useEffect(() => {
    void ask(null, left.current.rows)
    return () => {
      // An answer that comes later is for a list that is gone.
      question.value += 1
    }
  }, [key])

  useLayoutEffect(() => {
    const { scroll } = left.current
    if (rows.value.length === 0 || scroll === undefined) return
    // The browser scrolls there itself, but before the rows are there.
    window.scrollTo(0, scroll)
    left.current = {}
  }, [rows.value])

  return {
    rows,
    isLoading,
    failure,
    hasMore,
    loadNext: () => ask(rows.peek().length === 0 ? null : cursor.peek()),
    reload: () => ask(null, rows.peek().length),
  }
}

/** What stands above a long list: the button that asks for the rows that have come since. */
export const NewerRows = ({ pages }: { readonly pages: Pick<Pages<unknown>, 'isLoading' | 'reload'> }) => (
  <p>
    <Button isBusy={pages.isLoading.value} onPress={pages.reload}>
      {WORDS().newer}
    </Button>
  </p>
)

interface MoreRowsProps {
  readonly pages: FurtherPages
  readonly moreText?: string
}

/** What stands at the end of a long list: its failure, and the button that asks for older rows, or for those again. */
export const MoreRows = ({ pages, moreText = WORDS().older }: MoreRowsProps) => {
  const words = WORDS()
  const failure = pages.failure.value
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      {(pages.hasMore.value || failure !== null) && (
        <p>
          <Button isBusy={pages.isLoading.value} onPress={() => void pages.loadNext()}>
            {pages.isLoading.value ? words.loading : failure === null ? moreText : words.again}
          </Button>
        </p>
      )}
    </>
  )
}
