import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { runningClaims } from '../../../src/application/idempotency/claim-ends.ts'
import { keyedCalls } from '../../../src/application/idempotency/keyed-calls.ts'
import { readContent } from '../../../src/application/media/read-content.ts'
import type { KeyedCall } from '../../../src/application/idempotency/keyed-calls.ts'
import type { IdempotencyStore } from '../../../src/application/ports/process/idempotency-store.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { memoryIdempotency } from '../../twins/process/idempotency.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'

const RESULT = { facts: { status: 200, headers: { 'x-cost': '1' } }, body: new TextEncoder().encode('{}') }

/** A store whose writes of ends wait until the test lets them go, or fail. */
const slowStore = () => {
  const store = memoryIdempotency()
  let release: () => void = () => undefined
  let waiting: Promise<void> = Promise.resolve()
  let fails = false
  const finish: IdempotencyStore['finish'] = async (...end) => {
    await waiting
    if (fails) throw new Error('the database is gone')
    return store.finish(...end)
  }
  const claim: IdempotencyStore['claim'] = async (wanted) => {
    const outcome = await store.claim(wanted)
    return fails ? { tag: 'unanswered', error: new Error('the database is gone') } : outcome
  }
  const abandon: IdempotencyStore['abandon'] = async (fence) => {
    if (fails) throw new Error('the database is gone')
    return store.abandon(fence)
  }
  return {
    store: { ...store, claim, finish, abandon },
    hold: () => {
      waiting = new Promise((resolve) => (release = resolve))
    },
    release: () => release(),
    setFails: (value: boolean) => {
      fails = value
    },
  }
}

const stage = () => {
  const slow = slowStore()
  const [running, media, lost] = [new Set<string>(), memoryMediaStore(() => 0), [] as string[]]
  const paused: number[] = []
  let whilePaused = async (): Promise<void> => undefined
  const shared = {
    ids: { next: testId },
    media,
    timer: {
      sleep: (ms: number) => {
        paused.push(ms)
        return whilePaused()
      },
    },
    onLost: (id: string) => void lost.push(id),
    idempotency: slow.store,
  }
  const calls = keyedCalls({ ...shared, running: runningClaims(running), instance: { id: 'here' } })
  const elsewhere = keyedCalls({ ...shared, running: runningClaims(), instance: { id: 'there' } })
  const input = { userId: testId(), scope: 's', key: 'k', requestHash: new Uint8Array(32), afterCrash: 'fail' } as const
  const begin = async (): Promise<KeyedCall> => {
    const begun = await calls.begin(input)
    if (isLeft(begun) || begun.right.tag !== 'begun') throw new Error('not begun')
    return begun.right.call
  }
  const duringPauses = (happens: () => Promise<void>): void => {
    whilePaused = happens
  }
  return { slow, running, media, lost, calls, elsewhere, input, begin, paused, duringPauses }
}

describe('calls under a key', () => {
  it('give a repetition the result as it was recorded, facts and body', async () => {
    const { calls, begin, input, running } = stage()
    await (await begin()).succeed(RESULT)
    expect([...running]).to.deep.equal([])
    expect(await calls.begin(input)).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
  })

  it('let a repeated request in this process wait while the answer is written', async () => {
    const { calls, begin, input, slow, paused } = stage()
    const call = await begin()
    expect(await calls.begin(input)).to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    slow.hold()
    void call.succeed(RESULT)
    const again = calls.begin(input)
    slow.release()
    expect(await again).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
    expect(paused).to.deep.equal([])
  })

  it('let a repeated request in another process look again until the answer is written', async () => {
    const { elsewhere, begin, input, slow, paused, duringPauses } = stage()
    const call = await begin()
    slow.hold()
    const recorded = call.succeed(RESULT)
    duringPauses(async () => {
      if (paused.length < 3) return
      slow.release()
      await recorded
    })
    expect(await elsewhere.begin(input)).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
    expect(paused).to.have.length(3)
  })

  it('let a repeated request in another process begin where nothing came of the first', async () => {
    const { elsewhere, begin, input, slow, paused, duringPauses } = stage()
    const first = await begin()
    expect(await elsewhere.begin(input), 'while it runs').to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    expect(paused.reduce((sum, ms) => sum + ms, 0)).to.be.below(1_000)
    duringPauses(() => first.abandon())
    const second = await elsewhere.begin(input)
    expect(isLeft(second) ? second.left.tag : second.right.tag).to.equal('begun')
    slow.release()
  })

  it('wait for their records when the process stops', async () => {
    const { calls, begin, slow } = stage()
    slow.hold()
    void (await begin()).succeed(RESULT)
    let drained = false
    const draining = calls.drain().then(() => (drained = true))
    await Promise.resolve()
    expect(drained).to.equal(false)
    slow.release()
    await draining
  })

  it('are interrupted, never repeated, when their answer could not be written down', async () => {
    const { calls, begin, input, slow, lost, running, paused } = stage()
    const call = await begin()
    slow.setFails(true)
    await call.succeed(RESULT)
    expect([...running], 'as long as it is tried again').to.have.length(1)
    await calls.drain()
    slow.setFails(false)
    expect(lost).to.deep.equal([call.operationId])
    expect([...running]).to.deep.equal([])
    expect(paused.reduce((sum, ms) => sum + ms, 0)).to.be.within(300_000, 305_000)
    expect(await calls.begin(input)).to.deep.equal(left({ tag: 'interrupted', operationId: call.operationId }))
  })

  /** The database is away until so many attempts were made again. */
  const awayFor = ({ slow, paused, duringPauses }: ReturnType<typeof stage>, attempts: number): void => {
    slow.setFails(true)
    duringPauses(async () => slow.setFails(paused.length < attempts))
  }

  it('are recorded behind an outage, for which the caller does not wait', async () => {
    const on = stage()
    const call = await on.begin()
    awayFor(on, 3)
    await call.succeed(RESULT)
    await on.calls.drain()
    expect(await on.elsewhere.begin(on.input)).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
    expect([on.lost, [...on.running], on.paused]).to.deep.equal([[], [], [100, 200, 400]])
  })

  it('leave the key free behind an outage in which nothing was done', async () => {
    const on = stage()
    const call = await on.begin()
    awayFor(on, 3)
    await call.abandon()
    await on.calls.drain()
    expect((await on.begin()).operationId).not.to.equal(call.operationId)
  })

  it('leave the key free where the claim was written, but its confirmation was lost', async () => {
    const on = stage()
    awayFor(on, 3)
    const refused = await on.calls.begin(on.input).catch((error: unknown) => (error as Error).message)
    expect(refused).to.equal('the database is gone')
    expect([...on.running], 'no stray claim').to.have.length(1)
    await on.calls.drain()
    expect([...on.running]).to.deep.equal([])
    await on.begin()
  })

  it('leave the key free when nothing was done', async () => {
    const { begin } = stage()
    const first = await begin()
    await first.abandon()
    expect((await begin()).operationId).not.to.equal(first.operationId)
  })

  it('keep a large body as a file, read none of it for a repetition before it is sent, and are interrupted when it is gone', async () => {
    const { calls, begin, input, media } = stage()
    const large = { ...RESULT, body: new Uint8Array(100_000).fill(7) }
    const call = await begin()
    await call.succeed(large)
    const kept = []
    for await (const file of media.list()) kept.push(file)
    expect(kept.map(({ sizeBytes }) => sizeBytes)).to.deep.equal([100_000])
    const again = await calls.begin(input)
    if (isLeft(again) || again.right.tag !== 'replay' || again.right.file === null) throw new Error('no file')
    expect(again.right.result).to.deep.equal({ facts: RESULT.facts, body: new Uint8Array() })
    expect(again.right.file.sizeBytes).to.equal(100_000)
    expect(await readContent(again.right.file.content)).to.deep.equal(large.body)
    await media.delete(kept[0]?.address ?? '', Infinity)
    expect(await calls.begin(input)).to.deep.equal(left({ tag: 'interrupted', operationId: call.operationId }))
  })
})
