import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { NewClaim } from '../../../src/application/ports/process/idempotency-store.ts'
import type { IdempotencyRecord } from '../../../src/domain/limits/idempotency.ts'
import { describeBillingStores, testId } from '../billing/billing-stores.ts'
import { HERE } from '../../support/servers/databases.ts'
import type { BillingStores } from '../billing/billing-stores.ts'

const HASH = new Uint8Array(32).fill(7)
// Bytes that are no UTF-8, so that nothing in between may take them for text.
const RESULT = { facts: { status: 201, more: ['x', null] }, body: new Uint8Array([0, 255, 254, 10, 92, 39]) }

const newClaim = async (stores: BillingStores, changes: Partial<NewClaim> = {}): Promise<NewClaim> => ({
  userId: await stores.newUser(),
  scope: 'billing.topup',
  key: 'key',
  requestHash: HASH,
  operationId: testId(),
  fence: testId(),
  instance: HERE,
  ...changes,
})

/** No instance of this name lives. */
const DEAD = 'dead'

/** What another request with the key would find. */
const read = async ({ idempotency }: BillingStores, claim: NewClaim): Promise<IdempotencyRecord> => {
  const outcome = await idempotency.claim({ ...claim, fence: testId(), operationId: testId() })
  if (outcome.tag !== 'known') throw new Error(`the key was ${outcome.tag}`)
  return outcome.record
}

describeBillingStores('idempotency store contract: claims', (open) => {
  it('lets exactly one of 50 concurrent claims win', async () => {
    const stores = open()
    const claim = await newClaim(stores)
    const claims = Array.from({ length: 50 }, () => ({ ...claim, fence: testId(), operationId: testId() }))
    const outcomes = await Promise.all(claims.map((one) => stores.idempotency.claim(one)))
    const winner = outcomes.findIndex((outcome) => outcome.tag === 'claimed')
    expect(outcomes.filter((outcome) => outcome.tag === 'claimed')).to.have.length(1)
    for (const outcome of outcomes) {
      if (outcome.tag === 'known') expect(outcome.record.operationId).to.equal(claims[winner]?.operationId)
    }
  })

  it('keeps users, scopes and keys apart', async () => {
    const stores = open()
    const claim = await newClaim(stores)
    const others = [
      claim,
      { ...claim, fence: testId(), key: 'KEY' },
      { ...claim, fence: testId(), scope: 'other' },
      await newClaim(stores),
    ]
    for (const other of others) expect((await stores.idempotency.claim(other)).tag).to.equal('claimed')
  })

  it('shows a running claim as it is', async () => {
    const stores = open()
    const claim = await newClaim(stores, { requestHash: randomBytes(32) })
    await stores.idempotency.claim(claim)
    const { requestHash, ...record } = await read(stores, claim)
    expect(Buffer.from(requestHash)).to.deep.equal(Buffer.from(claim.requestHash))
    expect(record).to.deep.equal({
      operationId: claim.operationId,
      state: 'running',
      fence: claim.fence,
      isLost: false,
      result: null,
    })
  })

  it('frees an abandoned key, but never a finished one', async () => {
    const stores = open()
    const claim = await newClaim(stores)
    await stores.idempotency.claim(claim)
    await stores.idempotency.abandon(claim.fence)
    expect((await stores.idempotency.claim(claim)).tag).to.equal('claimed')
    await stores.idempotency.finish(claim.fence, 'succeeded', RESULT)
    await stores.idempotency.abandon(claim.fence)
    expect((await read(stores, claim)).state).to.equal('succeeded')
  })
})

describeBillingStores('idempotency store contract: ends', (open) => {
  it('keeps where the body of a result is stored', async () => {
    const stores = open()
    const claim = await newClaim(stores)
    await stores.idempotency.claim(claim)
    const more = { bodyAddress: 'a'.repeat(64) }
    await stores.idempotency.finish(claim.fence, 'succeeded', { ...RESULT, ...more })
    expect((await read(stores, claim)).result).to.deep.include(more)
  })

  for (const state of ['succeeded', 'failed'] as const) {
    it(`finishes once as ${state} and gives back the same bytes`, async () => {
      const stores = open()
      const claim = await newClaim(stores)
      await stores.idempotency.claim(claim)
      expect(await stores.idempotency.finish(claim.fence, state, RESULT)).to.equal(true)
      expect(await stores.idempotency.finish(claim.fence, 'failed', { ...RESULT, facts: { status: 502 } })).to.equal(
        false,
      )
      expect(await stores.idempotency.markFailed(claim.fence), 'ended before it was lost').to.equal(false)
      const record = await read(stores, claim)
      expect(record.state).to.equal(state)
      expect(record.result?.facts).to.deep.equal(RESULT.facts)
      expect([...(record.result?.body ?? [])]).to.deep.equal([...RESULT.body])
    })
  }

  it('hands a lost execution to exactly one of 50 takers, and fences the loser off', async () => {
    for (const markFailed of [true, false]) {
      const stores = open()
      const claim = await newClaim(stores, markFailed ? {} : { instance: DEAD })
      await stores.idempotency.claim(claim)
      if (markFailed) expect(await stores.idempotency.markFailed(claim.fence)).to.equal(true)
      const { userId, scope, key } = claim
      const lease = { userId, scope, key, lostFence: claim.fence, instance: HERE }
      const fences = Array.from({ length: 50 }, testId)
      const taken = await Promise.all(fences.map((fence) => stores.idempotency.takeOver({ ...lease, fence })))
      expect(taken.filter(Boolean)).to.have.length(1)
      expect(await stores.idempotency.finish(claim.fence, 'succeeded', RESULT), 'the old fence').to.equal(false)
      expect(await read(stores, claim)).to.include({ operationId: claim.operationId, state: 'running' })
      expect(await stores.idempotency.finish(fences[taken.indexOf(true)] ?? '', 'succeeded', RESULT)).to.equal(true)
    }
  })

  it('gives no caller a claim that is alive or answered', async () => {
    const stores = open()
    const claim = await newClaim(stores)
    await stores.idempotency.claim(claim)
    const { userId, scope, key } = claim
    const lease = { userId, scope, key, lostFence: claim.fence, fence: testId(), instance: HERE }
    expect(await stores.idempotency.takeOver(lease), 'alive').to.equal(false)
    await stores.idempotency.finish(claim.fence, 'failed', RESULT)
    expect(await stores.idempotency.takeOver(lease), 'answered').to.equal(false)
  })
})

describeBillingStores('idempotency store contract: ended instances', (open) => {
  it('fails the claims of an instance that ended, and nothing else', async () => {
    const stores = open()
    await stores.idempotency.failLost()
    const [lost, alive] = [await newClaim(stores, { instance: DEAD }), await newClaim(stores)]
    for (const claim of [lost, alive]) await stores.idempotency.claim(claim)
    expect((await read(stores, lost)).isLost).to.equal(true)
    expect((await read(stores, alive)).isLost).to.equal(false)
    expect(await stores.idempotency.failLost()).to.equal(1)
    expect(await stores.idempotency.failLost()).to.equal(0)
    expect(await read(stores, lost)).to.include({ state: 'failed', result: null })
    expect((await read(stores, alive)).state).to.equal('running')
  })

  it('lists the running claims of one instance', async () => {
    const stores = open()
    const instance = testId()
    const [mine, ended] = [await newClaim(stores, { instance }), await newClaim(stores, { instance })]
    for (const claim of [mine, ended, await newClaim(stores)]) await stores.idempotency.claim(claim)
    await stores.idempotency.finish(ended.fence, 'succeeded', RESULT)
    expect(await stores.idempotency.runningOf(instance)).to.deep.equal([mine.fence])
  })

  it('prunes old ends, a few at a time, and never what runs', async () => {
    const stores = open()
    await stores.idempotency.failLost()
    await stores.idempotency.prune(-1, 1000)
    const running = await newClaim(stores)
    await stores.idempotency.claim(running)
    for (let made = 0; made < 3; made += 1) {
      const claim = await newClaim(stores)
      await stores.idempotency.claim(claim)
      await stores.idempotency.finish(claim.fence, 'succeeded', RESULT)
    }
    expect(await stores.idempotency.prune(3600, 10), 'too young').to.equal(0)
    expect(await stores.idempotency.prune(-1, 2)).to.equal(2)
    expect(await stores.idempotency.prune(-1, 2)).to.equal(1)
    expect((await read(stores, running)).state).to.equal('running')
  })
})
