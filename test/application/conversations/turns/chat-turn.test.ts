import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ChatHistory } from '../../../../src/application/conversations/turns/chat-turn.ts'
import { taskOf } from '../../../support/chat/catalogs.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'
import { completion, failure, fakeProvider } from '../../gateway/gateway-stage.ts'
import { outcomeOf } from '../../../support/idempotency/keyed-answers.ts'
import { TOKENS } from './turn-stage.ts'
import { answering, bodyOf, OWN, promptOf, talkStage } from '../threads/talk-stage.ts'

const inline: ChatHistory = {
  tag: 'inline',
  lines: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'hi' },
  ],
}

const stored: ChatHistory = { tag: 'stored', conversationId: OWN, content: 'hi' }

describe('A turn with an inline history', () => {
  it('is answered by the model of the task `chat` at its price, and nothing of it is stored', async () => {
    const provider = answering()
    const on = talkStage({ provider, task: taskOf({ parameters: { temperature: 0.2 } }) })
    const body = bodyOf(await on.chat(inline))
    expect(body['answer']).to.deep.equal({
      message: {
        id: body['operationId'],
        conversationId: null,
        role: 'assistant',
        content: 'hello',
        state: { tag: 'done' },
        createdAtMs: on.clock.now(),
        chargedMicro: '1000000',
      },
      media: [],
    })
    expect(body).to.deep.include({ chargedMicro: '1000000', wallet: `${TOKENS - 1_000_000n}` })
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal([
      'system Be brief.',
      'user one',
      'assistant two',
      'user hi',
    ])
    expect(provider.calls[0]?.request).to.deep.include({ model: 'vendor/model', temperature: 0.2 })
    expect(on.messages()).to.deep.equal([])
    expect(on.transfers()[0]).to.deep.include({ id: body['operationId'], description: 'Task chat' })
  })

  it('is replayed with the same bytes, without a second charge', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    const first = bodyOf(await on.chat(inline))
    const again = await on.chat(inline)
    expect([outcomeOf(again), bodyOf(again)]).to.deep.equal(['200 again', first])
    expect([provider.calls.length, on.balance()]).to.deep.equal([1, TOKENS - 1_000_000n])
  })

  it('drops its oldest messages where the model cannot read them all, and is refused where the newest is too long', async () => {
    const provider = answering()
    const limits = { ...chatModel().limits, contextTokens: 1_016 }
    const on = talkStage({ provider, models: [chatModel({ limits })] })
    expect(outcomeOf(await on.chat(inline))).to.equal('200')
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['system Be brief.', 'user hi'])
    const refused = await on.chat(
      { tag: 'inline', lines: [{ role: 'user', content: 'long '.repeat(50) }] },
      { key: 'other' },
    )
    expect(isLeft(refused) && refused.left).to.deep.include({ path: ['messages'], type: 'too_long' })
  })

  it('is not sold without the task', async () => {
    const on = talkStage({ task: null })
    expect([outcomeOf(await on.chat(inline)), outcomeOf(await on.chat(stored))]).to.deep.equal([
      'not_found',
      'not_found',
    ])
  })

  it('is answered with U+FFFD in the place of what no column takes', async () => {
    const provider = fakeProvider({ complete: completion('a\0b \ud800', null) })
    const body = bodyOf(await talkStage({ provider }).chat(inline))
    expect(body).to.have.nested.property('answer.message.content', 'a\uFFFDb \uFFFD')
  })

  it('costs nothing when the model fails, and stays failed', async () => {
    const provider = fakeProvider({ complete: failure.timedOut })
    const on = talkStage({ provider })
    expect([outcomeOf(await on.chat(inline)), outcomeOf(await on.chat(inline))]).to.deep.equal(['502', '502 again'])
    expect([provider.calls.length, on.balance(), on.held()]).to.deep.equal([1, TOKENS, 0n])
  })
})

describe('A turn with a stored history', () => {
  it('is answered by the conversation’s model with its prompt, at its price', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    on.add({ catalogSlug: 'poet' })
    on.addMessage({ role: 'user', content: 'one' })
    on.addMessage({ role: 'assistant', content: 'two' })
    const body = bodyOf(await on.chat(stored))
    expect(body['chargedMicro']).to.equal('7000000')
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal([
      'system You are a poet.',
      'user one',
      'assistant two',
      'user hi',
    ])
    const [question, answer] = on.messages().slice(-2)
    expect([question?.content, answer?.id, answer?.content]).to.deep.equal(['hi', body['operationId'], 'hello'])
  })

  it('costs what a turn of the conversation costs where that is more, and never less than the task', async () => {
    for (const [turnPriceMicro, charged] of [
      [25_000_000n, '25000000'],
      [1n, '1000000'],
      [null, '1000000'],
    ] as const) {
      const on = talkStage({ models: [chatModel({ turnPriceMicro })] })
      on.add({ catalogSlug: 'vendor/model' })
      expect(bodyOf(await on.chat(stored))['chargedMicro']).to.equal(charged)
    }
  })

  it('is refused where a message would be', async () => {
    const on = talkStage()
    on.add({ kind: 'image' })
    expect(outcomeOf(await on.chat(stored))).to.equal('not_a_text_model')
    on.add({ archivedAtMs: 1 })
    expect(outcomeOf(await on.chat(stored))).to.equal('conversation_archived')
    on.rows.conversations.clear()
    expect(outcomeOf(await on.chat(stored))).to.equal('not_found')
  })

  it('shares no key with the messages of the conversation', async () => {
    const on = talkStage()
    expect([outcomeOf(await on.chat(stored)), outcomeOf(await on.send())]).to.deep.equal(['200', '201'])
  })
})
