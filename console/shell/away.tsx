import { useSignal } from '@preact/signals'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { failureText } from '../words/failure-words.ts'
import { inBoth } from '../words/language.ts'

const WORDS = inBoth(
  { title: 'The service is away', again: 'Try again' },
  { title: 'Сервис недоступен', again: 'Повторить' },
)

/** Stands where a page cannot be shown, because the service did not answer. The address stays, and the session too. */
export const Away = ({ onAgain }: { readonly onAgain: () => Promise<void> }) => {
  const words = WORDS()
  const isTrying = useSignal(false)
  const again = async (): Promise<void> => {
    isTrying.value = true
    await onAgain()
    isTrying.value = false
  }
  return (
    <Page title={words.title}>
      <Notice kind="problem">{failureText({ tag: 'unreachable' })}</Notice>
      <Button kind="main" isBusy={isTrying.value} onPress={() => void again()}>
        {words.again}
      </Button>
    </Page>
  )
}
