import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { keyedCalls, runningClaims } from '../../../src/application/idempotency/keyed-calls.ts'
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
  return {
    store: { ...store, finish },
    hold: () => {
      waiting = new Promise((resolve) => (release = resolve))
    },
    release: () => release(),
    fail: () => {
      fails = true
    },
  }
}

const stage = () => {
  const slow = slowStore()
  const [running, media, lost] = [new Set<string>(), memoryMediaStore(() => 0), [] as string[]]
  const shared = {
    ids: { next: testId },
    running: runningClaims(running),
    media,
    onLost: (id: string) => void lost.push(id),
  }
  const calls = keyedCalls({ ...shared, idempotency: slow.store, instance: { id: 'here' } })
  const elsewhere = keyedCalls({ ...shared, idempotency: slow.store, instance: { id: 'there' } })
  const input = { userId: testId(), scope: 's', key: 'k', requestHash: new Uint8Array(32), afterCrash: 'fail' } as const
  const begin = async (): Promise<KeyedCall> => {
    const begun = await calls.begin(input)
    if (isLeft(begun) || begun.right.tag !== 'begun') throw new Error('not begun')
    return begun.right.call
  }
  return { slow, running, media, lost, calls, elsewhere, input, begin }
}

describe('calls under a key', () => {
  it('give a repetition the result as it was recorded, facts and body', async () => {
    const { calls, begin, input, running } = stage()
    await (await begin()).succeed(RESULT)
    expect([...running]).to.deep.equal([])
    expect(await calls.begin(input)).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
  })

  it('let a repeated request in this process wait while the answer is written', async () => {
    const { calls, elsewhere, begin, input, slow } = stage()
    const call = await begin()
    expect(await calls.begin(input)).to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    slow.hold()
    void call.succeed(RESULT)
    expect(await elsewhere.begin(input)).to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    const again = calls.begin(input)
    slow.release()
    expect(await again).to.deep.equal(right({ tag: 'replay', result: RESULT, file: null }))
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
    const { calls, begin, input, slow, lost, running } = stage()
    const call = await begin()
    slow.fail()
    await call.succeed(RESULT)
    expect(lost).to.deep.equal([call.operationId])
    expect([...running]).to.deep.equal([])
    expect(await calls.begin(input)).to.deep.equal(left({ tag: 'interrupted', operationId: call.operationId }))
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
