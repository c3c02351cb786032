import type { Signal } from '@preact/signals'
import { Button } from '../../../ui/button.tsx'
import { useKeptFocus } from '../../../ui/kept-focus.ts'
import { GivenImages } from '../given-images.tsx'
import type { Question } from './chat-body.ts'
import { CHAT_WORDS } from './chat-words.ts'
import type { Conversation } from './conversation.ts'

interface ComposerProps {
  readonly conversation: Conversation
  readonly draft: Signal<string>
  readonly images: Signal<readonly string[]>
  readonly readsImages: boolean
  readonly onAsk: (question: Question) => void
}

/** Where the next question is written. */
export const Composer = ({ conversation, draft, images, readsImages, onAsk }: ComposerProps) => {
  const words = CHAT_WORDS()
  const isAnswering = conversation.isAnswering.value
  const place = useKeptFocus<HTMLFormElement>()
  const send = (): void => {
    const question: Question = { text: draft.value, images: readsImages ? images.value : [] }
    if (question.text.trim() === '' || isAnswering) return
    draft.value = ''
    images.value = []
    onAsk(question)
  }
  return (
    <form
      ref={place}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        aria-label={words.message}
        placeholder={words.empty}
        rows={3}
        value={draft}
        onInput={(event) => {
          draft.value = event.currentTarget.value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div class="row">
        {isAnswering ? (
          <Button onPress={conversation.stop}>{words.stopAnswer}</Button>
        ) : (
          <Button kind="main">{words.send}</Button>
        )}
        {readsImages && <GivenImages images={images} />}
        {conversation.turns.value.length > 0 && !isAnswering && (
          <Button kind="quiet" onPress={conversation.clear}>
            {words.clear}
          </Button>
        )}
      </div>
    </form>
  )
}
