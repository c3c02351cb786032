import type { ComponentChildren } from 'preact'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { PageProps } from '../../console.tsx'
import { CopyButton } from '../../ui/copyable.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { useResource } from '../../ui/resource.ts'
import { durationText, exactSumText, spanText } from '../../words/figures.ts'
import { ATTEMPT_WORDS } from '../../words/attempt-words.ts'
import { OUTCOME_WORDS, UNKNOWN_MODEL } from '../../words/outcome-words.ts'
import { REQUESTS_WORDS } from './requests-words.ts'
import { usageText } from './usage-text.ts'
import { modelTitle, whenTitle } from '../../words/column-titles.ts'

type Request = Schemas['PaidRequest']

interface Step {
  readonly key: string
  readonly text: ComponentChildren
}

/** What happened to the call and to its money, in order. */
const stepsOf = (request: Request): readonly Step[] => {
  const words = REQUESTS_WORDS()
  const sum = (amount: string): string => exactSumText(amount, request.currency)
  const used = usageText(request.usage)
  const isCharged = request.status === 'charged'
  const firstWordMs = request.first_word_ms
  const asked = request.attempts.map(({ outcome, upstream_code: code }, at) => ({
    key: `attempt ${at}`,
    text: `${words.asked(at + 1)}: ${ATTEMPT_WORDS()[outcome]}${code === undefined ? '' : ` (${code})`}`,
  }))
  return [
    { key: 'held', text: words.held(sum(request.hold)) },
    ...asked,
    ...(firstWordMs === null ? [] : [{ key: 'first', text: words.firstWord(durationText(firstWordMs / 1_000)) }]),
    {
      key: 'end',
      text: `${words.ended}: ${OUTCOME_WORDS()[request.outcome]}`,
    },
    ...(used === '' ? [] : [{ key: 'usage', text: `${words.usage}: ${used}` }]),
    { key: 'money', text: isCharged ? words.charged(sum(request.charge)) : words.notCharged },
    ...(Number(request.write_off) === 0 ? [] : [{ key: 'writeoff', text: words.writtenOff(sum(request.write_off)) }]),
  ]
}

const Receipt = ({ request }: { readonly request: Request }) => {
  const words = REQUESTS_WORDS()
  return (
    <>
      <dl class="facts">
        <dt>{words.id}</dt>
        <dd>
          <code>{request.id}</code> <CopyButton text={request.id} />
        </dd>
        <dt>{whenTitle()}</dt>
        <dd>
          <Moment at={request.started_at} />
        </dd>
        <dt>{words.duration}</dt>
        <dd>{spanText(request.started_at, request.ended_at)}</dd>
        <dt>{modelTitle()}</dt>
        <dd>{request.model ?? UNKNOWN_MODEL()}</dd>
        <dt>{words.key}</dt>
        <dd>{request.key?.name ?? words.noKey}</dd>
        {request.tariff_version !== null && (
          <>
            <dt>{words.tariff}</dt>
            <dd>{request.tariff_version}</dd>
          </>
        )}
      </dl>
      <ol class="steps">
        {stepsOf(request).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </>
  )
}

const RequestPage = ({ parameters }: PageProps) => {
  const words = REQUESTS_WORDS()
  const id = parameters['id'] ?? ''
  const request = useResource(id, (signal) => call('GET /v1/me/requests/{id}', { path: { id }, signal }))
  return (
    <Page title={words.receipt}>
      <p>
        <Link to="/requests">{words.back}</Link>
      </p>
      <Loaded of={request}>{(found) => <Receipt request={found} />}</Loaded>
    </Page>
  )
}

export default RequestPage
