import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, useAction } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countText } from '../../../words/figures.ts'
import { CATALOG_WORDS } from './catalog-words.ts'

/** What is wrong with a catalogue, one sentence each. */
export const Problems = ({ title, problems }: { readonly title: string; readonly problems: readonly string[] }) => (
  <Notice kind="problem">
    <p>{title}</p>
    <ul>
      {problems.map((problem) => (
        <li key={problem} class="breakable">
          {problem}
        </li>
      ))}
    </ul>
  </Notice>
)

/** Checks a text before it becomes the file. */
export const CheckText = () => {
  const words = CATALOG_WORDS()
  const text = useSignal('')
  const action = useAction()
  const checked = useSignal<Schemas['CheckCatalogResponse'] | null>(null)
  const send = async (): Promise<void> => {
    const body = { text: text.value }
    checked.value = await action.run(() => call('POST /v1/operator/catalog/check', { body }))
  }
  const report = checked.value
  return (
    <section>
      <h2>{words.checkTitle}</h2>
      <Form action={action} onSend={send}>
        <Field label={words.text} hint={words.textHint} value={text} rows={10} isRequired />
        <div class="row">
          <Button isBusy={action.isRunning.value}>{words.check}</Button>
        </div>
      </Form>
      {report !== null && report.problems.length === 0 && (
        <Notice kind="done">
          {words.fine} {countText(report.models)}
        </Notice>
      )}
      {report !== null && report.problems.length > 0 && <Problems title={words.problems} problems={report.problems} />}
    </section>
  )
}
