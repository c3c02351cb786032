import type { ChatBody, ChatMessage } from './chat-stream.ts'
import type { Model } from '../playground-page.tsx'
import type { ChatParameters } from './chat-parameters.ts'
import { parametersFor } from './chat-parameters.ts'

export interface Question {
  readonly text: string
  /** `data:` addresses. */
  readonly images: readonly string[]
}

/** A question that was answered before, with the answer that the asked model goes on from. */
export interface Answered {
  readonly question: Question
  readonly answer: string
}

const questionMessage = ({ text, images }: Question): ChatMessage => ({
  role: 'user',
  content:
    images.length === 0
      ? text
      : [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }) as const)],
})

/** The call that asks a model a question after the messages before it. */
export const chatBody = (
  model: Model,
  parameters: ChatParameters,
  before: readonly Answered[],
  question: Question,
): ChatBody => {
  const { system } = parameters
  const history = before
    .filter(({ answer }) => answer !== '')
    .flatMap((each): ChatMessage[] => [questionMessage(each.question), { role: 'assistant', content: each.answer }])
  return {
    model: model.id,
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system', content: system } as const]),
      ...history,
      questionMessage(question),
    ],
    ...parametersFor(model, parameters),
  }
}
