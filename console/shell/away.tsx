import { useSignal } from '@preact/signals'
import type { ApiFailure } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { inBoth } from '../words/language.ts'

const WORDS = inBoth(
  { away: 'The service is away', refused: 'The page did not open', again: 'Try again' },
  { away: 'Сервис недоступен', refused: 'Страница не открылась', again: 'Повторить' },
)

interface AwayProps {
  readonly failure: ApiFailure
  readonly onAgain: () => Promise<void>
}

/** Stands where a page cannot be shown, and says why. The address stays, and the session too. */
export const Away = ({ failure, onAgain }: AwayProps) => {
  const words = WORDS()
  const isTrying = useSignal(false)
  const again = async (): Promise<void> => {
    isTrying.value = true
    await onAgain()
    isTrying.value = false
  }
  return (
    <Page title={failure.tag === 'unreachable' ? words.away : words.refused}>
      <FailureNotice failure={failure} />
      <Button kind="main" isBusy={isTrying.value} onPress={again}>
        {words.again}
      </Button>
    </Page>
  )
}
