import { chatTurn } from '../../../../src/application/conversations/turns/chat-turn.ts'
import type { ChatTurn, ChatTurnInput } from '../../../../src/application/conversations/turns/chat-turn.ts'
import type { Charged } from '../../../../src/application/conversations/turns/charged-turn.ts'
import { sendMessage } from '../../../../src/application/conversations/turns/send-message.ts'
import type { TurnInput } from '../../../../src/application/conversations/turns/send-message.ts'
import type { QuestionAndAnswer } from '../../../../src/application/conversations/turns/store-turn.ts'
import type { TextTurnFailure } from '../../../../src/application/conversations/turns/turn-failure.ts'
import type { IdempotentExecution } from '../../../../src/application/idempotency/idempotently.ts'
import type { ChatProvider } from '../../../../src/application/ports/providers/chat-provider.ts'
import type { ChatModel } from '../../../../src/domain/catalog/model.ts'
import type { Task } from '../../../../src/domain/catalog/task.ts'
import type { Template } from '../../../../src/domain/catalog/template.ts'
import type { ChatRequest } from '../../../../src/domain/chat/request.ts'
import type { Conversation } from '../../../../src/domain/conversation/conversation.ts'
import type { Message } from '../../../../src/domain/conversation/message.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { taskOf, templateOf } from '../../../support/chat/catalogs.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { completion, fakeProvider, unwrap } from '../../gateway/gateway-stage.ts'
import type { FakeProvider } from '../../gateway/gateway-stage.ts'
import { answeringUnderKeys, recordedJson } from '../../../support/idempotency/keyed-answers.ts'
import { turnStage, USER } from '../turns/turn-stage.ts'
import type { TurnStageOptions } from '../turns/turn-stage.ts'

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

export interface TalkOptions extends Omit<TurnStageOptions, 'chat' | 'catalog'> {
  readonly provider?: ChatProvider
  readonly models?: readonly ChatModel[]
  /** The task `chat`; null if it is not on offer. */
  readonly task?: Task | null
  readonly template?: Template
}

/** Talks with models over twins. A conversation of the user is there already. */
export const talkStage = ({
  provider = answering(),
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
  const on = turnStage({ chat: [provider], catalog, ...options })
  const deps = { ...on.deps, ...on.deps.chat }
  const add = (given: Partial<Conversation> = {}): void => {
    const id = given.id ?? OWN
    const bound = { catalogSlug: 'vendor/model', model: 'vendor/model', kind: 'text', title: 'Talk' } as const
    const times = { archivedAtMs: null, createdAtMs: 1, updatedAtMs: 1 }
    on.rows.conversations.set(id, { id, userId: USER, ...bound, ...times, ...given })
  }
  add()
  const encodeFailure = ({ tag }: { readonly tag: string }) =>
    tag === 'generation_failed' ? recordedJson(502, 'failed') : null
  const under = answeringUnderKeys(deps)
  const [send, chat] = [sendMessage(deps), chatTurn(deps)]
  return {
    ...on,
    deps,
    add,
    /** Puts a message at the end of the conversation. */
    addMessage: (message: Partial<Message> & Pick<Message, 'role' | 'content'>): string => {
      const id = message.id ?? testId()
      const facts = { id, conversationId: OWN, createdAtMs: 1 }
      const answer = { replyTo: id, state: { tag: 'done' }, chargedMicro: 1n }
      on.rows.messages.set(id, { ...facts, ...(message.role === 'assistant' ? answer : {}), ...message } as Message)
      return id
    },
    send: ({ key = 'key', requestHash = new Uint8Array(32), ...given }: Partial<TurnInput & Key> = {}) => {
      const input = { userId: USER, conversationId: OWN, content: 'hi', images: [], ...given }
      return under({
        userId: input.userId,
        scope: `conversations.messages:${input.conversationId}`,
        key,
        requestHash,
        execute: (operation: IdempotentExecution<TextTurnFailure, Charged<QuestionAndAnswer>>) =>
          send(input, operation),
        encode: ({ operationId, made, chargedMicro, wallet }) =>
          recordedJson(201, { operationId, ...made, chargedMicro, wallet: wallet.balance }),
        encodeFailure,
      })
    },
    chat: (
      history: ChatTurnInput['history'],
      { key = 'key', requestHash = new Uint8Array(32), userId = USER }: Partial<Key & { readonly userId: string }> = {},
    ) =>
      under({
        userId,
        scope: 'me.chat',
        key,
        requestHash,
        execute: (operation: IdempotentExecution<TextTurnFailure, Charged<ChatTurn>>) =>
          chat({ userId, history }, operation),
        encode: ({ operationId, made, chargedMicro, wallet }) =>
          recordedJson(200, { operationId, ...made, chargedMicro, wallet: wallet.balance }),
        encodeFailure,
      }),
  }
}

interface Key {
  readonly key: string
  readonly requestHash: Uint8Array
}

export type TalkStage = ReturnType<typeof talkStage>

export const bodyOf = (answer: Awaited<ReturnType<TalkStage['send']>>): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(unwrap(answer).body)) as Record<string, unknown>

/** The messages that a model got, one entry a message: `role text+images`. */
export const promptOf = (request: ChatRequest | undefined): readonly string[] =>
  (request?.messages ?? []).map(({ role, content }) => {
    if (typeof content === 'string') return `${role} ${content}`
    const parts = content ?? []
    return `${role} ${parts.find(({ text }) => typeof text === 'string')?.text ?? ''}+${parts.length - 1}`
  })
