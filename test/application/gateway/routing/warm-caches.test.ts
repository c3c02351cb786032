import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { warmCaches } from '../../../../src/application/gateway/routing/warm-caches.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { completion, failure, fakeProvider, stage } from '../gateway-stage.ts'

const at = (provider: string, given: Partial<Deployment> = {}): Deployment => ({
  provider,
  upstreamModel: 'm',
  parameters: {},
  ...given,
})

describe('warm caches', () => {
  it('end with the cache of the provider: after five minutes, or what the catalogue says', () => {
    const clock = { nowMs: 0 }
    const caches = warmCaches(() => clock.nowMs)
    caches.served('usual', at('a'))
    caches.served('long', at('a', { promptCacheSeconds: 3600 }))
    caches.served('none', at('a', { promptCacheSeconds: 0 }))
    const known = () => ['usual', 'long', 'none'].map((key) => caches.find(key))
    clock.nowMs = 299_999
    expect(known()).to.deep.equal(['a m', 'a m', null])
    clock.nowMs = 300_000
    expect(known()).to.deep.equal([null, 'a m', null])
    clock.nowMs = 3_600_000
    expect(known()).to.deep.equal([null, null, null])
  })

  it('live on from each use, and move with the conversation', () => {
    const clock = { nowMs: 0 }
    const caches = warmCaches(() => clock.nowMs)
    caches.served('k', at('a'))
    clock.nowMs = 200_000
    caches.served('k', at('a'))
    clock.nowMs = 400_000
    expect(caches.find('k')).to.equal('a m')
    caches.served('k', at('b'))
    expect(caches.find('k')).to.equal('b m')
  })

  it('are bounded: the conversations that were silent for longest go first', () => {
    const caches = warmCaches(() => 0, 3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) caches.served(key, at('x'))
    expect(['a', 'b', 'c', 'd'].map((key) => caches.find(key) !== null)).to.deep.equal([true, false, true, true])
  })
})

describe('the calls of a conversation', () => {
  const equals = chatModel({ deployments: [at('first', { weight: 1 }), at('second', { weight: 1 })] })
  const answering = () => fakeProvider({ complete: completion('hello', usageOf(1, 1)) })

  /** Makes a call of the conversation, and tells which provider answered it and why it was asked. */
  const caller = (on: ReturnType<typeof stage>) => async (session: string) => {
    const answer = await completeChat(on.deps)({ ...on.input({ max_tokens: 1 }), session })
    if (isRight(answer)) answer.right.delivered()
    await on.settlements.drain()
    const { attempts } = on.hold().receipt as unknown as {
      readonly attempts: readonly { readonly provider: string; readonly chosenBy: string }[]
    }
    return attempts.map(({ provider, chosenBy }) => `${provider}:${chosenBy}`).join(' ')
  }

  it('go to the deployment that served it, and others to either, by weight', async () => {
    const on = stage([answering(), answering()], { models: [equals] })
    const call = caller(on)
    const firsts = new Set<string>()
    for (let count = 0; count < 20; count += 1) {
      const [provider, chosenBy] = (await call(`s-${count}`)).split(':')
      expect(chosenBy).to.equal('weight')
      firsts.add(provider ?? '')
      expect(await call(`s-${count}`)).to.equal(`${provider}:warm_cache`)
    }
    expect([...firsts].toSorted()).to.deep.equal(['first', 'second'])
  })

  it('stay where a failover brought them, until the cache there is cold', async () => {
    const preferred = chatModel({ deployments: [at('first'), at('second')] })
    const on = stage([fakeProvider({ complete: failure.serverError }), answering()], { models: [preferred] })
    const call = caller(on)
    expect(await call('s')).to.equal('first:order second:failover')
    expect(await call('s')).to.equal('second:warm_cache')
    on.clock.nowMs = 300_000
    expect(await call('s')).to.equal('first:order second:failover')
  })

  it('leave a deployment that is sick, although its cache is warm', async () => {
    const preferred = chatModel({ deployments: [at('first'), at('second')] })
    const on = stage([answering(), answering()], { models: [preferred] })
    const call = caller(on)
    expect(await call('s')).to.equal('first:order')
    for (let count = 0; count < 5; count += 1) on.circuits.failed(at('first'), failure.serverError)
    expect(await call('s')).to.equal('second:failover')
    expect(await call('s')).to.equal('second:warm_cache')
  })
})
