import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { sandboxPng } from '../../../../src/adapters/providers/sandbox/media/png.ts'
import type { ImageSource } from '../../../../src/application/media/input-image.ts'
import { storeImages } from '../../../../src/application/media/store-images.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { templateOf } from '../../../support/chat/catalogs.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'
import { callsOf } from '../../../support/function-calls.ts'
import { failure, fakeProvider } from '../../gateway/gateway-stage.ts'
import type { Script } from '../../gateway/gateway-stage.ts'
import { outcomeOf } from '../../../support/idempotency/keyed-answers.ts'
import { OTHER_USER, TOKENS, USER } from './turn-stage.ts'
import { answering, bodyOf, OWN, PLAIN, promptOf, talkStage } from '../threads/talk-stage.ts'

const PNG = sandboxPng('a', 8, 6)

const bytes = (content: Uint8Array, index = 0): ImageSource => ({
  tag: 'bytes',
  bytes: content,
  param: `images.${index}`,
})

describe('A message in a conversation', () => {
  it('is answered, charged and kept with its answer, the answer under the name of its charge', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    const body = bodyOf(await on.send())
    const [question, answer] = on.messages()
    const nowMs = on.clock.now()
    const facts = { conversationId: OWN, createdAtMs: nowMs }
    expect(question).to.deep.equal({ ...facts, id: question?.id, role: 'user', content: 'hi' })
    expect(answer).to.deep.equal({
      ...facts,
      id: body['operationId'],
      role: 'assistant',
      content: 'hello',
      replyTo: question?.id,
      state: { tag: 'done' },
      chargedMicro: 1_000_000n,
    })
    expect(body).to.deep.include({ chargedMicro: '1000000', wallet: `${TOKENS - 1_000_000n}` })
    expect(on.transfers().map(({ id, kind, description }) => [id, kind, description])).to.deep.equal([
      [body['operationId'], 'charge', 'Message to vendor/model'],
    ])
    expect(on.rows.conversations.get(OWN)?.updatedAtMs).to.equal(nowMs)
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['user hi'])
    expect(provider.calls[0]?.request.max_tokens, 'the default limit is sent').to.equal(1_000)
    expect(provider.calls[0]?.operationId).to.equal(body['operationId'])
  })

  const prices = [
    ['vendor/model', '1000000'],
    ['vendor/plain', '4000000'],
    ['poet', '7000000'],
  ] as const
  for (const [slug, price] of prices) {
    it(`costs what ${slug} says, or the task \`chat\``, async () => {
      const on = talkStage()
      on.add({ catalogSlug: slug })
      expect(bodyOf(await on.send())['chargedMicro']).to.equal(price)
    })
  }

  it('is put to the template’s model with its instructions and its parameters', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    on.add({ catalogSlug: 'poet' })
    await on.send()
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['system You are a poet.', 'user hi'])
    expect(provider.calls[0]?.request).to.deep.include({ temperature: 0.5, max_tokens: 77 })
  })

  it('follows the earlier messages, without an answer that failed, waits or is an image alone', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    on.addMessage({ role: 'user', content: 'one' })
    on.addMessage({ role: 'assistant', content: 'two' })
    on.addMessage({ role: 'user', content: 'paint' })
    on.addMessage({ role: 'assistant', content: '' })
    on.addMessage({ role: 'assistant', content: 'never', state: { tag: 'failed', error: { code: 'c', message: 'm' } } })
    on.addMessage({ role: 'assistant', content: 'not yet', state: { tag: 'pending' } })
    await on.send()
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['user one', 'assistant two', 'user paint', 'user hi'])
  })

  it('estimates each of its messages once, whatever the length of the conversation', async () => {
    for (const earlier of [0, 4, 9]) {
      const on = talkStage()
      for (let index = 0; index < earlier; index += 1)
        on.addMessage({ role: index % 2 === 0 ? 'user' : 'assistant', content: `message ${index}` })
      const estimates = await callsOf('domain/chat/tokens/estimate.ts', 'estimateMessageTokens', on.send)
      expect(estimates, `${earlier} earlier messages and the new one`).to.equal(earlier + 1)
    }
  })

  it('takes along as much of a long conversation as the model reads, and looks no further back', async () => {
    const provider = answering()
    const limits = { ...chatModel().limits, contextTokens: 2_000 }
    const on = talkStage({ provider, models: [chatModel({ limits })] })
    for (let index = 0; index < 400; index += 1) {
      on.addMessage({ role: index % 2 === 0 ? 'user' : 'assistant', content: `${index} ${'x'.repeat(100)}` })
    }
    const { page } = on.deps.messages
    let pages = 0
    on.deps.messages.page = (query) => {
      pages += 1
      return page(query)
    }
    expect(outcomeOf(await on.send())).to.equal('201')
    const prompt = promptOf(provider.calls[0]?.request)
    expect(prompt.length).to.be.within(20, 40)
    expect(prompt[0]).to.match(/^user /)
    expect(prompt.at(-2)).to.match(/^assistant 399 /)
    expect(pages).to.equal(1)
  })

  it('that is more than the model reads is refused at its content, before anything is held', async () => {
    const limits = { ...chatModel().limits, contextTokens: 1_100 }
    const on = talkStage({ models: [chatModel({ limits })] })
    const refused = await on.send({ content: 'long '.repeat(100) })
    expect(isLeft(refused) && refused.left).to.deep.include({
      tag: 'unacceptable_field',
      path: ['content'],
      type: 'too_long',
    })
    expect([on.holds(), on.rows.keys.size]).to.deep.equal([[], 0])
  })
})

describe('Images in a conversation', () => {
  it('go to the model and are kept as those of the user’s message, in the gallery as sent', async () => {
    const provider = answering()
    const web = new Map([['https://example.org/b.png', sandboxPng('b', 4, 2)]])
    const on = talkStage({ provider, web })
    const images: readonly ImageSource[] = [
      bytes(PNG),
      { tag: 'url', url: 'https://example.org/b.png', param: 'images.1' },
    ]
    await on.send({ images })
    const [question] = on.messages()
    expect(
      on.assets().map(({ ownerId, idx, width, galleryOf, sent }) => [ownerId, idx, width, galleryOf, sent]),
    ).to.deep.equal([
      [question?.id, 0, 8, 'user-1', true],
      [question?.id, 1, 4, 'user-1', true],
    ])
    const content = provider.calls[0]?.request.messages[0]?.content
    expect(content).to.deep.include({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${Buffer.from(PNG).toString('base64')}` },
    })
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['user hi+2'])
  })

  it('go along with later messages, as long as they are there and fit', async () => {
    const provider = answering()
    const limits = { ...chatModel().limits, contextTokens: 2_300 }
    const on = talkStage({ provider, models: [chatModel({ limits })] })
    const shown = async (name: string, isKept: boolean): Promise<void> => {
      const id = on.addMessage({ role: 'user', content: name })
      const [asset] = await storeImages(on.deps.media)({ ownerId: id, galleryOf: null }, [sandboxPng(name, 4, 4)])
      await on.deps.mediaAssets.add(asset === undefined ? [] : [asset])
      if (!isKept) await on.deps.media.delete(asset?.address ?? '', Number.POSITIVE_INFINITY)
    }
    await shown('old', true)
    await shown('gone', false)
    await shown('new', true)
    await on.send()
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['user old', 'user gone', 'user new+1', 'user hi'])
  })

  it('stay behind where the model has come to read none', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    on.add({ catalogSlug: PLAIN.id })
    const id = on.addMessage({ role: 'user', content: 'look' })
    await on.deps.mediaAssets.add(await storeImages(on.deps.media)({ ownerId: id, galleryOf: null }, [PNG]))
    await on.send()
    expect(promptOf(provider.calls[0]?.request)).to.deep.equal(['user look', 'user hi'])
  })

  it('are refused by a model that reads none, and when they are none', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    expect(outcomeOf(await on.send({ images: [bytes(new Uint8Array([1, 2, 3]))] }))).to.equal('invalid_image')
    const far: ImageSource = { tag: 'url', url: 'https://example.org/none.png', param: 'images.0' }
    expect(outcomeOf(await on.send({ images: [far] }))).to.equal('url_not_fetchable')
    on.add({ catalogSlug: PLAIN.id })
    const refused = await on.send({ images: [bytes(PNG)] })
    expect(isLeft(refused) && refused.left).to.deep.include({ path: ['images'], type: 'unsupported_capability' })
    expect([provider.calls.length, on.holds(), on.assets()]).to.deep.equal([0, [], []])
  })
})

describe('A message that is not answered', () => {
  it('is refused by its conversation, whose it is and what it is', async () => {
    const on = talkStage()
    expect(outcomeOf(await on.send({ userId: OTHER_USER }))).to.equal('not_found')
    expect(outcomeOf(await on.send({ conversationId: USER }))).to.equal('not_found')
    on.add({ archivedAtMs: 5 })
    expect(outcomeOf(await on.send())).to.equal('conversation_archived')
    on.add({ kind: 'image', catalogSlug: 'vendor/image' })
    expect(outcomeOf(await on.send())).to.equal('not_a_text_model')
    on.add({ catalogSlug: 'vendor/retired' })
    expect(outcomeOf(await on.send())).to.equal('not_found')
    expect([on.holds(), on.rows.keys.size]).to.deep.equal([[], 0])
  })

  it('is not sold where the catalogue states no price', async () => {
    const on = talkStage({ task: null })
    expect(outcomeOf(await on.send())).to.equal('not_found')
  })

  it('costs nothing without the tokens for it', async () => {
    const provider = answering()
    const on = talkStage({ provider, tokens: 999_999n })
    expect(outcomeOf(await on.send())).to.equal('insufficient_tokens')
    expect([provider.calls.length, on.messages()]).to.deep.equal([0, []])
  })

  const scripts: readonly (readonly [string, Script | UpstreamFailure])[] = [
    ['breaks', failure.serverError],
    ['says the request is wrong', failure.rejected],
    ['refuses the content', failure.refusedContent],
    [
      'says nothing',
      {
        complete: {
          choices: [{ index: 0, message: { role: 'assistant', content: null }, finish_reason: 'stop' }],
          usage: null,
        },
      },
    ],
    [
      'has only thought',
      {
        complete: {
          choices: [
            { index: 0, message: { role: 'assistant', content: '', reasoning_content: 'hm' }, finish_reason: 'length' },
          ],
          usage: null,
        },
      },
    ],
  ]
  for (const [what, script] of scripts) {
    it(`leaves nothing behind and stays failed when the model ${what}`, async () => {
      const provider = fakeProvider('tag' in script ? { complete: script } : script)
      const on = talkStage({ provider })
      expect(outcomeOf(await on.send())).to.equal('502')
      expect(outcomeOf(await on.send())).to.equal('502 again')
      expect([provider.calls.length, on.messages(), on.transfers(), on.held()]).to.deep.equal([1, [], [], 0n])
    })
  }

  it('breaks loudly when the parameters of its template cannot be had', async () => {
    const template = templateOf({ parameters: { n: 99 } })
    const on = talkStage({ template })
    on.add({ catalogSlug: 'poet' })
    const error: unknown = await on.send().catch((reason: unknown) => reason)
    expect(error).to.have.property('message', 'the parameters of poet are refused as unsupported_parameter')
    expect([on.holds(), on.rows.keys.size]).to.deep.equal([[], 0])
  })
})

describe('A message that is sent again', () => {
  it('gets the same answer, also when its conversation was archived or its model retired since', async () => {
    const provider = answering()
    const on = talkStage({ provider })
    const first = bodyOf(await on.send())
    on.add({ archivedAtMs: 5, catalogSlug: 'vendor/retired' })
    const again = await on.send()
    expect(outcomeOf(again)).to.equal('201 again')
    expect(bodyOf(again)).to.deep.equal(first)
    expect([provider.calls.length, on.messages().length, on.balance()]).to.deep.equal([1, 2, TOKENS - 1_000_000n])
  })

  it('is another request in another conversation, and a mismatch with other words', async () => {
    const other = '01890a5d-ac96-774b-bcce-0000000000ff'
    const on = talkStage()
    on.add({ id: other })
    expect(outcomeOf(await on.send())).to.equal('201')
    expect(outcomeOf(await on.send({ conversationId: other }))).to.equal('201')
    expect(outcomeOf(await on.send({ requestHash: new Uint8Array(32).fill(1) }))).to.equal('idempotency_mismatch')
  })

  it('belongs to its conversation also when that was archived while the model answered', async () => {
    const on = talkStage({
      provider: {
        ...answering(),
        complete: async (call) => {
          on.add({ archivedAtMs: 5 })
          return answering().complete(call)
        },
      },
    })
    expect(outcomeOf(await on.send())).to.equal('201')
    expect(on.messages()).to.have.lengthOf(2)
  })

  it('stands right before its answer, however many talk at once', async () => {
    const on = talkStage()
    await Promise.all(Array.from({ length: 20 }, (_, index) => on.send({ key: `${index}`, content: `q${index}` })))
    const messages = on.messages()
    expect(messages).to.have.lengthOf(40)
    messages.forEach((message, index) => {
      if (message.role === 'assistant') expect(message.replyTo).to.equal(messages[index - 1]?.id)
      else expect(index % 2).to.equal(0)
    })
  })
})
