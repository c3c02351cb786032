import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { changeQuery, query } from '../../../location.ts'
import { Choice } from '../../../ui/choice.tsx'
import { kept } from '../../../ui/kept.ts'
import { sumText } from '../../../words/figures.ts'
import { CodeOfCall } from '../code-of-call.tsx'
import { codeSamples } from '../code-samples.ts'
import { Parameters, PlaygroundPage } from '../playground-page.tsx'
import type { Model } from '../playground-page.tsx'
import { priceOfTokens } from './price-of-tokens.ts'
import { chatBody } from './chat-body.ts'
import type { Question } from './chat-body.ts'
import { numberIn } from './chat-parameters.ts'
import type { ChatParameters } from './chat-parameters.ts'
import { CHAT_WORDS } from './chat-words.ts'
import { Composer } from './composer.tsx'
import { historyOf, makeConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { enteredParameters, parameterDrafts, ParameterFields } from './parameter-fields.tsx'
import { TurnOf } from './turn.tsx'

const Price = ({ model, longest }: { readonly model: Model; readonly longest: number | null }) => {
  const words = CHAT_WORDS()
  const price = priceOfTokens(model.prices, 1_000)
  if (price === null) return null
  const atMost = longest === null ? null : (priceOfTokens(model.prices, longest)?.output ?? null)
  return (
    <p class="hint figure">
      {words.rates(model.id, sumText(price.input, 'RUB'), sumText(price.output, 'RUB'))}
      {atMost !== null && ` ${words.atMost(sumText(atMost, 'RUB'))}`}
    </p>
  )
}

interface CodeProps {
  readonly conversation: Conversation
  readonly models: readonly Model[]
  readonly parameters: ChatParameters
  readonly draft: Question
}

/** The code of the question that is being written, else of the last one. */
const Codes = ({ conversation, models, parameters, draft }: CodeProps) => {
  const turns = conversation.turns.value
  const last = turns.at(-1)
  const isDraft = draft.text.trim() !== '' || last === undefined
  const before = isDraft ? turns : turns.slice(0, -1)
  const question = isDraft ? draft : last.question
  return models.map((model, column) => {
    const samples = codeSamples({
      path: '/chat/completions',
      body: chatBody(model, parameters, historyOf(before, column), question),
      python: (fields) =>
        `answer = client.chat.completions.create(${fields})\nprint(answer.choices[0].message.content)`,
      typescript: (fields) =>
        `const answer = await client.chat.completions.create(${fields})\nconsole.log(answer.choices[0]?.message.content)`,
    })
    return <CodeOfCall key={model.id} samples={samples} {...(models.length === 1 ? {} : { model: model.id })} />
  })
}

const ChatTab = ({ model, chats }: { readonly model: Model; readonly chats: readonly Model[] }) => {
  const words = CHAT_WORDS()
  const conversation = useMemo(makeConversation, [])
  const drafts = parameterDrafts()
  const draft = kept('chat.draft', '')
  const images = useSignal<readonly string[]>([])
  useEffect(() => {
    void conversation.findCosts()
    window.addEventListener('pagehide', conversation.leave)
    return () => {
      window.removeEventListener('pagehide', conversation.leave)
      conversation.leave()
    }
  }, [])

  const besideId = query().get('beside') ?? ''
  const beside = chats.find(({ id }) => id === besideId && id !== model.id)
  const models = beside === undefined ? [model] : [model, beside]
  const parameters = enteredParameters(drafts)
  const readsImages = models.every(({ capabilities }) => capabilities.includes('image_input'))
  const ask = (question: Question, at?: number): void => void conversation.ask(models, parameters, question, at)
  const isAnswering = conversation.isAnswering.value
  const others = chats.filter(({ id }) => id !== model.id).map(({ id }) => ({ value: id, text: id }))

  return (
    <div class="playground">
      <div>
        {conversation.turns.value.map((turn, at) => (
          <TurnOf key={at} turn={turn} canAsk={!isAnswering} onAsk={(question) => ask(question, at)} />
        ))}
        <p class="unseen" role="status">
          {isAnswering ? words.answering : ''}
        </p>
        <Composer
          conversation={conversation}
          draft={draft}
          images={images}
          readsImages={readsImages}
          onAsk={(question) => ask(question)}
        />
        {models.map((each) => (
          <Price key={each.id} model={each} longest={numberIn(drafts.max_completion_tokens.value)} />
        ))}
        <Codes
          conversation={conversation}
          models={models}
          parameters={parameters}
          draft={{ text: draft.value, images: images.value }}
        />
      </div>
      <Parameters model={model} models={chats}>
        <Choice
          label={words.beside}
          value={beside?.id ?? ''}
          options={[{ value: '', text: words.noSecond }, ...others]}
          onChoose={(chosen) => changeQuery({ beside: chosen })}
        />
        <ParameterFields models={models} drafts={drafts} />
      </Parameters>
    </div>
  )
}

const Chat = () => (
  <PlaygroundPage kind="chat">{(model, chats) => <ChatTab model={model} chats={chats} />}</PlaygroundPage>
)

export default Chat
