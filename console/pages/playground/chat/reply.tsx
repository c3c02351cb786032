import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { countText, durationText, sumText } from '../../../words/figures.ts'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import { CHAT_WORDS } from './chat-words.ts'
import type { Reply } from './conversation.ts'

const Figures = ({ reply }: { readonly reply: Reply }) => {
  const words = { ...PLAYGROUND_WORDS(), ...CHAT_WORDS() }
  const { usage, firstWordSeconds, totalSeconds, cost } = reply
  const tokens =
    usage === null
      ? []
      : [
          `${words.input} ${countText(usage.prompt_tokens)}`,
          `${words.cached} ${countText(usage.prompt_tokens_details?.cached_tokens ?? 0)}`,
          `${words.output} ${countText(usage.completion_tokens)}`,
          `${words.reasoning} ${countText(usage.completion_tokens_details?.reasoning_tokens ?? 0)}`,
        ]
  const parts = [
    ...(firstWordSeconds === null ? [] : [`${words.first} ${durationText(firstWordSeconds)}`]),
    ...(totalSeconds === null ? [] : [`${words.whole} ${durationText(totalSeconds)}`]),
    ...tokens,
    ...(cost === null ? [] : [`${words.cost} ${sumText(cost, 'RUB')}`]),
  ]
  return <p class="hint figure">{parts.join(' · ')}</p>
}

const ENDS = { stopped: 'stopped', cut_off: 'cutOff', filtered: 'filtered' } as const

/** The answer of one model, as far as it has come. */
export const ReplyOf = ({ reply }: { readonly reply: Reply }) => {
  const words = CHAT_WORDS()
  const { model, text, reasoning, state, failure } = reply
  const end = state === 'stopped' || state === 'cut_off' || state === 'filtered' ? words[ENDS[state]] : null
  return (
    <div>
      <h3 class="hint">{model}</h3>
      {reasoning !== '' && (
        <details>
          <summary>{words.thinking}</summary>
          <p class="quoted hint">{reasoning}</p>
        </details>
      )}
      <p class="quoted" aria-busy={state === 'answering'}>
        {text}
      </p>
      {end !== null && <Notice kind="waiting">{end}</Notice>}
      {failure !== null && <FailureNotice failure={failure} />}
      <Figures reply={reply} />
    </div>
  )
}
