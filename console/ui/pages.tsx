import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiFailure, Outcome } from '../api/failure.ts'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { FailureNotice } from './notice.tsx'

const WORDS = inBoth({ older: 'Older', loading: 'Loading' }, { older: 'Раньше', loading: 'Загрузка' })

interface PageOfRows<Row> {
  readonly data: readonly Row[]
  readonly next_cursor: string | null
}

/** A long list, of which the pages that were asked for are here. */
export interface Pages<Row> {
  readonly rows: Signal<readonly Row[]>
  readonly isLoading: Signal<boolean>
  readonly failure: Signal<ApiFailure | null>
  readonly hasMore: Signal<boolean>
  loadNext(): Promise<void>
  reload(): Promise<void>
}

/** Loads the first page at once, and again whenever `key` changes; each further page when it is asked for. */
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

  const ask = async (after: string | null): Promise<void> => {
    question.value += 1
    const asked = question.peek()
    isLoading.value = true
    failure.value = null
    const outcome = await load(after)
    if (question.peek() !== asked) return
    isLoading.value = false
    if (!outcome.ok) {
      failure.value = outcome.failure
      return
    }
    rows.value = after === null ? outcome.value.data : [...rows.peek(), ...outcome.value.data]
    cursor.value = outcome.value.next_cursor
    hasMore.value = outcome.value.next_cursor !== null
  }

  useEffect(() => {
    void ask(null)
  }, [key])

  return {
    rows,
    isLoading,
    failure,
    hasMore,
    loadNext: () => ask(rows.peek().length === 0 ? null : cursor.peek()),
    reload: () => ask(null),
  }
}

/** What stands under a long list: its failure, and the button that asks for older rows. */
export const MoreRows = <Row,>({ pages }: { readonly pages: Pages<Row> }) => {
  const words = WORDS()
  const failure = pages.failure.value
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      {(pages.hasMore.value || failure !== null) && (
        <p>
          <Button isBusy={pages.isLoading.value} onPress={() => void pages.loadNext()}>
            {pages.isLoading.value ? words.loading : words.older}
          </Button>
        </p>
      )}
    </>
  )
}
