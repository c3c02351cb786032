import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Dialogue } from '../../../src/application/conversations/chat-turn.ts'
import { taskOf } from '../../support/catalogs.ts'
import { chatModel } from '../../support/chat-models.ts'
import { failure, fakeProvider } from '../gateway/gateway-stage.ts'
import { outcomeOf, TOKENS } from './exchange-stage.ts'
import { answering, bodyOf, OWN, talkStage, toldIn } from './talk-stage.ts'

const told: Dialogue = {
  tag: 'told',
  lines: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'hi' },
  ],
}

const kept: Dialogue = { tag: 'kept', conversationId: OWN, content: 'hi' }

describe('A turn of a dialogue that its caller tells', () => {
  it('is answered by the model of the task `chat` at its price, and nothing of it is stored', async () => {
    const vendor = answering()
    const on = talkStage({ vendor, task: taskOf({ parameters: { temperature: 0.2 } }) })
    const body = bodyOf(await on.chat(told))
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
    expect(toldIn(vendor.calls[0]?.request)).to.deep.equal(['system Be brief.', 'user one', 'assistant two', 'user hi'])
    expect(vendor.calls[0]?.request).to.deep.include({ model: 'vendor/model', temperature: 0.2 })
    expect(on.messages()).to.deep.equal([])
    expect(on.transfers()[0]).to.deep.include({ id: body['operationId'], description: 'Task chat' })
  })

  it('is said again with the same bytes, at no new price', async () => {
    const vendor = answering()
    const on = talkStage({ vendor })
    const first = bodyOf(await on.chat(told))
    const again = await on.chat(told)
    expect([outcomeOf(again), bodyOf(again)]).to.deep.equal(['200 again', first])
    expect([vendor.calls.length, on.balance()]).to.deep.equal([1, TOKENS - 1_000_000n])
  })

  it('forgets its oldest lines where the model cannot read them all, and is too long by its newest', async () => {
    const vendor = answering()
    const limits = { ...chatModel().limits, contextTokens: 1_016 }
    const on = talkStage({ vendor, models: [chatModel({ limits })] })
    expect(outcomeOf(await on.chat(told))).to.equal('200')
    expect(toldIn(vendor.calls[0]?.request)).to.deep.equal(['system Be brief.', 'user hi'])
    const refused = await on.chat(
      { tag: 'told', lines: [{ role: 'user', content: 'long '.repeat(50) }] },
      { key: 'other' },
    )
    expect(isLeft(refused) && refused.left).to.deep.include({ path: ['messages'], type: 'too_long' })
  })

  it('is not sold without the task', async () => {
    const on = talkStage({ task: null })
    expect([outcomeOf(await on.chat(told)), outcomeOf(await on.chat(kept))]).to.deep.equal(['not_found', 'not_found'])
  })

  it('costs nothing when the model fails, and stays failed', async () => {
    const vendor = fakeProvider({ complete: failure.timedOut })
    const on = talkStage({ vendor })
    expect([outcomeOf(await on.chat(told)), outcomeOf(await on.chat(told))]).to.deep.equal(['502', '502 again'])
    expect([vendor.calls.length, on.balance(), on.held()]).to.deep.equal([1, TOKENS, 0n])
  })
})

describe('A turn of a dialogue that is kept in a conversation', () => {
  it('is answered by the conversation’s model in its manner, at its price', async () => {
    const vendor = answering()
    const on = talkStage({ vendor })
    on.add({ catalogSlug: 'poet' })
    on.said({ role: 'user', content: 'one' })
    on.said({ role: 'assistant', content: 'two' })
    const body = bodyOf(await on.chat(kept))
    expect(body['chargedMicro']).to.equal('7000000')
    expect(toldIn(vendor.calls[0]?.request)).to.deep.equal([
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
      expect(bodyOf(await on.chat(kept))['chargedMicro']).to.equal(charged)
    }
  })

  it('is refused where a message would be', async () => {
    const on = talkStage()
    on.add({ kind: 'image' })
    expect(outcomeOf(await on.chat(kept))).to.equal('not_a_text_model')
    on.add({ archivedAtMs: 1 })
    expect(outcomeOf(await on.chat(kept))).to.equal('conversation_archived')
    on.rows.conversations.clear()
    expect(outcomeOf(await on.chat(kept))).to.equal('not_found')
  })

  it('shares no key with the messages of the conversation', async () => {
    const on = talkStage()
    expect([outcomeOf(await on.chat(kept)), outcomeOf(await on.send())]).to.deep.equal(['200', '201'])
  })
})
