import { chatTurn, type ChatTurnInput } from '../../../src/application/conversations/chat-turn.ts'
import { sendMessage, type SendMessageInput } from '../../../src/application/conversations/send-message.ts'
import type { ChatProvider } from '../../../src/application/ports/chat-provider.ts'
import type { ChatModel } from '../../../src/domain/catalog/model.ts'
import type { Task } from '../../../src/domain/catalog/task.ts'
import type { Template } from '../../../src/domain/catalog/template.ts'
import type { ChatRequest } from '../../../src/domain/chat/request.ts'
import type { Conversation } from '../../../src/domain/conversation/conversation.ts'
import type { Message } from '../../../src/domain/conversation/message.ts'
import { testId } from '../../contract/billing-stores.ts'
import { taskOf, templateOf } from '../../support/catalogs.ts'
import { chatModel, usageOf } from '../../support/chat-models.ts'
import { completion, type FakeProvider, fakeProvider, unwrap } from '../gateway/gateway-stage.ts'
import { exchangeStage, type ExchangeStageOptions, jsonAnswer, USER } from './exchange-stage.ts'

export const OWN = testId()

/** Reads no images, and one turn costs four tokens. */
export const PLAIN = chatModel({ id: 'vendor/plain', capabilities: new Set(), turnPriceMicro: 4_000_000n })

const POET = templateOf({
  systemPrompt: 'You are a poet.',
  parameters: { temperature: 0.5, max_tokens: 77 },
  turnPriceMicro: 7_000_000n,
})

export const answering = (text: string | null = 'hello'): FakeProvider =>
  fakeProvider({ complete: completion(text, usageOf(3, 4)) })

export interface TalkOptions extends Omit<ExchangeStageOptions, 'chat' | 'catalog'> {
  readonly vendor?: ChatProvider
  readonly models?: readonly ChatModel[]
  /** The task `chat`; null where it is not on offer. */
  readonly task?: Task | null
  readonly template?: Template
}

/** Talks with models over twins. A conversation of the user is there already. */
export const talkStage = ({
  vendor = answering(),
  models = [chatModel(), PLAIN],
  task = taskOf(),
  template = POET,
  ...options
}: TalkOptions = {}) => {
  const catalog = {
    models: new Map(models.map((model) => [model.id, model])),
    templates: new Map([[template.slug, template]]),
    tasks: new Map(task === null ? [] : [[task.slug, task]]),
    chatPriceMicro: task?.price.micro ?? null,
  }
  const on = exchangeStage({ chat: [vendor], catalog, ...options })
  const deps = { ...on.deps, ...on.deps.chat }
  const add = (given: Partial<Conversation> = {}): void => {
    const id = given.id ?? OWN
    const bound = { catalogSlug: 'vendor/model', model: 'vendor/model', kind: 'text', title: 'Talk' } as const
    const times = { archivedAtMs: null, createdAtMs: 1, updatedAtMs: 1 }
    on.rows.conversations.set(id, { id, userId: USER, ...bound, ...times, ...given })
  }
  add()
  const asked = { userId: USER, key: 'key', requestHash: new Uint8Array(32) }
  const renderFailure = () => jsonAnswer(502, 'failed')
  const [send, chat] = [sendMessage(deps), chatTurn(deps)]
  return {
    ...on,
    deps,
    add,
    /** Puts a message at the end of the conversation. */
    said: (message: Partial<Message> & Pick<Message, 'role' | 'content'>): string => {
      const id = message.id ?? testId()
      const facts = { id, conversationId: OWN, createdAtMs: 1 }
      const answer = { replyTo: id, state: { tag: 'done' }, chargedMicro: 1n }
      on.rows.messages.set(id, { ...facts, ...(message.role === 'assistant' ? answer : {}), ...message } as Message)
      return id
    },
    send: (given: Partial<SendMessageInput> = {}) =>
      send({
        ...asked,
        conversationId: OWN,
        content: 'hi',
        images: [],
        render: ({ operationId, made, chargedMicro, wallet }) =>
          jsonAnswer(201, { operationId, ...made, chargedMicro, wallet: wallet.balance }),
        renderFailure,
        ...given,
      }),
    chat: (dialogue: ChatTurnInput['dialogue'], given: Partial<ChatTurnInput> = {}) =>
      chat({
        ...asked,
        dialogue,
        render: ({ operationId, made, chargedMicro, wallet }) =>
          jsonAnswer(200, { operationId, ...made, chargedMicro, wallet: wallet.balance }),
        renderFailure,
        ...given,
      }),
  }
}

export type TalkStage = ReturnType<typeof talkStage>

export const bodyOf = (answer: Awaited<ReturnType<TalkStage['send']>>): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(unwrap(answer).body)) as Record<string, unknown>

/** What a model was told, one word a message: `role text+pictures`. */
export const toldIn = (request: ChatRequest | undefined): readonly string[] =>
  (request?.messages ?? []).map(({ role, content }) => {
    if (typeof content === 'string') return `${role} ${content}`
    const parts = content ?? []
    return `${role} ${parts.find(({ text }) => typeof text === 'string')?.text ?? ''}+${parts.length - 1}`
  })
