import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, useAction } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ATTEMPT_WORDS } from '../../../words/attempt-words.ts'
import { countText } from '../../../words/figures.ts'
import { PROVIDERS_WORDS } from './providers-words.ts'

type Report = Schemas['TestProviderResponse']

const Outcome = ({ report }: { readonly report: Report }) => {
  const words = PROVIDERS_WORDS()
  const time = (label: string, ms: number | null): string | null =>
    ms === null ? null : `${label} ${countText(ms)} ${words.milliseconds}`
  const tokens = [report.input_tokens, report.output_tokens].map((count) => (count === null ? '–' : countText(count)))
  const facts = [
    time(words.firstWord, report.first_word_ms),
    time(words.total, report.total_ms),
    report.input_tokens === null && report.output_tokens === null ? null : `${words.tokens} ${tokens.join(' / ')}`,
  ].filter((fact) => fact !== null)
  return (
    <Notice kind={report.succeeded ? 'done' : 'problem'}>
      <p>{report.succeeded ? words.tested : words.failed}</p>
      {report.cause !== null && (
        <p class="breakable">
          {ATTEMPT_WORDS()[report.cause]}: {report.message}
        </p>
      )}
      <p class="figure">{facts.join(', ')}</p>
    </Notice>
  )
}

interface TestDialogProps {
  readonly provider: string
  readonly upstreamModel: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Says what a test call costs before it is made, and then how it went. */
export const TestDialog = ({ provider, upstreamModel, onDone, onClose }: TestDialogProps) => {
  const words = PROVIDERS_WORDS()
  const action = useAction()
  const report = useSignal<Report | null>(null)
  const send = async (): Promise<void> => {
    const body = { provider, upstream_model: upstreamModel }
    report.value = await action.run(() => call('POST /v1/operator/providers/test', { body }))
    if (report.value !== null) onDone()
  }
  return (
    <Dialog title={words.testTitle} onClose={onClose}>
      <p>
        <code class="breakable">
          {provider} {upstreamModel}
        </code>
      </p>
      <p>{words.testText}</p>
      {report.value !== null && <Outcome report={report.value} />}
      <Form action={action} onSend={send}>
        <div class="row">
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.testSend}
          </Button>
          <Button onPress={onClose}>{words.close}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
