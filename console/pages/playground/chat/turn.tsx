import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/button.tsx'
import { useKeptFocus } from '../../../ui/kept-focus.ts'
import { PLAYGROUND_WORDS } from '../playground-words.ts'
import type { Question } from './chat-body.ts'
import { CHAT_WORDS } from './chat-words.ts'
import type { Turn } from './conversation.ts'
import { ReplyOf } from './reply.tsx'

interface QuestionEditorProps {
  readonly question: Question
  readonly onAsk: (question: Question) => void
  readonly onLeave: () => void
}

const QuestionEditor = ({ question, onAsk, onLeave }: QuestionEditorProps) => {
  const words = CHAT_WORDS()
  const text = useSignal(question.text)
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.value.trim() !== '') onAsk({ ...question, text: text.value })
      }}
    >
      <textarea
        aria-label={words.changed}
        rows={3}
        value={text}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
      />
      <div class="row">
        <Button kind="main">{words.send}</Button>
        <Button onPress={onLeave}>{words.leave}</Button>
      </div>
    </form>
  )
}

interface TurnProps {
  readonly turn: Turn
  /** False while an answer comes: then nothing can be asked. */
  readonly canAsk: boolean
  /** Asks at the place of this turn; what came after it goes. */
  readonly onAsk: (question: Question) => void
}

/** One question with its answers, which stand beside each other where two models were asked. */
export const TurnOf = ({ turn: { question, replies }, canAsk, onAsk }: TurnProps) => {
  const words = CHAT_WORDS()
  const isChanging = useSignal(false)
  const place = useKeptFocus<HTMLElement>()
  const ask = (asked: Question): void => {
    isChanging.value = false
    onAsk(asked)
  }
  return (
    <article ref={place} class="exchange" tabIndex={-1}>
      <h2 class="hint">{words.you}</h2>
      {isChanging.value ? (
        <QuestionEditor question={question} onAsk={ask} onLeave={() => (isChanging.value = false)} />
      ) : (
        <p class="quoted">{question.text}</p>
      )}
      {question.images.map((address, at) => (
        <img key={at} class="attached" src={address} alt={PLAYGROUND_WORDS().attached} />
      ))}
      {canAsk && !isChanging.value && (
        <div class="row">
          <Button kind="quiet" onPress={() => (isChanging.value = true)}>
            {words.change}
          </Button>
          <Button kind="quiet" onPress={() => ask(question)}>
            {words.again}
          </Button>
        </div>
      )}
      <div class="replies">
        {replies.map((reply, at) => (
          <ReplyOf key={at} reply={reply} />
        ))}
      </div>
    </article>
  )
}
