import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { failStrayClaims } from '../../../src/application/idempotency/fail-stray-claims.ts'
import type { IdempotentCall, IdempotentExecution } from '../../../src/application/idempotency/idempotently.ts'
import { runningClaims } from '../../../src/application/idempotency/claim-ends.ts'
import { sweepRecords } from '../../../src/application/idempotency/sweep-records.ts'
import { answeringUnderKeys, recordedText } from '../../support/idempotency/keyed-answers.ts'
import { memoryIdempotency } from '../../twins/process/idempotency.ts'

type Refusal = { readonly tag: 'insufficient' } | { readonly tag: 'upstream_failed' }
type Call = IdempotentCall<Refusal, string>

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const answer = (status: number, text: string) => ({ status, body: bytes(text) })

const bench = () => {
  const time = { nowMs: 0 }
  let ids = 0
  const living = new Set(['one', 'two'])
  const idempotency = memoryIdempotency(
    () => time.nowMs,
    undefined,
    (each) => living.has(each),
  )
  const claims = new Set<string>()
  const running = runningClaims(claims)
  const instance = { id: 'one' }
  const ask = answeringUnderKeys({ idempotency, running, instance, ids: { next: () => `id-${(ids += 1)}` } })
  const executed: string[] = []
  const call = (
    execute: (operation: IdempotentExecution<Refusal, string>) => Promise<Either<Refusal, string>>,
    changes: Partial<Call> = {},
  ) =>
    ask<Refusal, string>({
      userId: 'user',
      execute: (operation) => {
        executed.push(operation.operationId)
        return execute(operation)
      },
      encode: (result) => recordedText(201, result),
      encodeFailure: (failure) => (failure.tag === 'upstream_failed' ? recordedText(502, 'no') : null),
      ...changes,
    })
  const stray = failStrayClaims({ idempotency, running, instance })
  return { time, living, idempotency, claims, executed, call, stray }
}

const succeed = async (): Promise<Either<Refusal, string>> => right('done')
const dies = (): Promise<never> => Promise.reject(new Error('killed'))
const failure = async (work: Promise<unknown>): Promise<string> =>
  work.then(String, (error: unknown) => (error instanceof Error ? error.message : 'no error'))

describe('idempotently', () => {
  it('executes once and replays the same bytes', async () => {
    const { call, executed } = bench()
    const first = await call(succeed)
    const second = await call(() => Promise.reject(new Error('executed again')))
    expect(first).to.deep.equal(right({ ...answer(201, 'done'), replayed: false }))
    expect(second).to.deep.equal(right({ ...answer(201, 'done'), replayed: true }))
    expect(executed).to.have.length(1)
  })

  it('executes once of 50 at the same time; the others get the answer that it runs', async () => {
    const { call, executed } = bench()
    const slow = () => new Promise<Either<Refusal, string>>((resolve) => setImmediate(() => resolve(right('done'))))
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(slow)))
    expect(executed).to.have.length(1)
    expect(answers.filter(isRight)).to.have.length(1)
    expect(answers.filter((one) => !isRight(one) && one.left.tag === 'idempotency_in_progress')).to.have.length(49)
  })

  it('refuses another request under the key, whatever became of the first', async () => {
    const { call } = bench()
    await call(succeed)
    const other = await call(succeed, { requestHash: new Uint8Array(32).fill(1) })
    expect(other).to.deep.equal(left({ tag: 'idempotency_mismatch' }))
  })

  it('frees the key after a refusal, and executes again', async () => {
    const { call, executed } = bench()
    expect(await call(async () => left({ tag: 'insufficient' }))).to.deep.equal(left({ tag: 'insufficient' }))
    expect(await call(succeed)).to.have.nested.property('right.status', 201)
    expect(executed).to.have.length(2)
  })

  it('records an executed failure and gives it again', async () => {
    const { call, executed } = bench()
    const first = await call(async () => left({ tag: 'upstream_failed' }))
    expect(first).to.deep.equal(right({ ...answer(502, 'no'), replayed: false }))
    expect(await call(succeed)).to.deep.equal(right({ ...answer(502, 'no'), replayed: true }))
    expect(executed).to.have.length(1)
  })

  it('gives the answer that was recorded with the fact', async () => {
    const { call, idempotency } = bench()
    const seen = await call(async (operation) => {
      expect(await operation.record({ idempotency }, 'recorded')).to.equal(true)
      return right('returned')
    })
    expect(seen).to.deep.equal(right({ ...answer(201, 'recorded'), replayed: false }))
    expect(await call(succeed)).to.deep.equal(right({ ...answer(201, 'recorded'), replayed: true }))
  })

  it('gives the failure that was recorded with what it gave back', async () => {
    const { call, idempotency, executed } = bench()
    const seen = await call(async (operation) => {
      expect(await operation.recordFailure({ idempotency }, { tag: 'upstream_failed' })).to.equal(true)
      return left({ tag: 'upstream_failed' })
    })
    expect(seen).to.deep.equal(right({ ...answer(502, 'no'), replayed: false }))
    expect(await call(succeed)).to.deep.equal(right({ ...answer(502, 'no'), replayed: true }))
    expect(executed).to.have.length(1)
  })

  it('records no failure that frees its key', async () => {
    const { call, idempotency } = bench()
    const seen = await call(async (operation) => {
      expect(await operation.recordFailure({ idempotency }, { tag: 'insufficient' })).to.equal(false)
      return left({ tag: 'insufficient' })
    })
    expect(seen).to.deep.equal(left({ tag: 'insufficient' }))
    expect(await call(succeed)).to.have.nested.property('right.status', 201)
  })

  it('frees the key of an execution that is abandoned before it throws', async () => {
    const { call, executed } = bench()
    const abandoned = call(async (operation) => {
      await operation.abandon()
      return dies()
    })
    expect(await failure(abandoned)).to.equal('killed')
    expect(await call(succeed)).to.have.nested.property('right.status', 201)
    expect(executed).to.have.length(2)
  })
})

describe('idempotently, after a crash', () => {
  it('never executes again what could be done twice', async () => {
    const { call, executed } = bench()
    expect(await failure(call(dies))).to.equal('killed')
    expect(await call(succeed)).to.deep.equal(left({ tag: 'interrupted', operationId: executed[0] }))
    expect(await call(succeed)).to.deep.equal(left({ tag: 'interrupted', operationId: executed[0] }))
    expect(executed).to.have.length(1)
  })

  it('resumes under the same operation id what names all it makes', async () => {
    const { call, executed } = bench()
    expect(await failure(call(dies, { afterCrash: 'resume' }))).to.equal('killed')
    expect(await call(succeed, { afterCrash: 'resume' })).to.have.nested.property('right.replayed', false)
    expect(executed).to.have.length(2)
    expect(executed[0]).to.equal(executed[1])
  })

  it('waits for a silent process until it is ended', async () => {
    const { call, living, idempotency } = bench()
    const silent = { userId: 'user', scope: 'scope', key: 'key', requestHash: new Uint8Array(32) }
    await idempotency.claim({ ...silent, operationId: 'o', fence: 'f', instance: 'two' })
    expect(await call(succeed)).to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    living.delete('two')
    expect(await sweepRecords({ idempotency })()).to.deep.equal({ failed: 1, pruned: 0 })
    expect(await call(succeed)).to.deep.equal(left({ tag: 'interrupted', operationId: 'o' }))
  })

  it('gives the end to which a silent process came after all, just before it was given up', async () => {
    const { call, living, idempotency } = bench()
    const silent = { userId: 'user', scope: 'scope', key: 'key', requestHash: new Uint8Array(32) }
    await idempotency.claim({ ...silent, operationId: 'o', fence: 'f', instance: 'two' })
    living.delete('two')
    const { markFailed } = idempotency
    idempotency.markFailed = async (fence) => {
      await idempotency.finish(fence, 'succeeded', recordedText(201, 'late'))
      return markFailed(fence)
    }
    expect(await call(succeed)).to.deep.equal(right({ ...answer(201, 'late'), replayed: true }))
  })

  it('resolves at once what a process left that has ended', async () => {
    const { call, idempotency } = bench()
    const lost = { userId: 'user', scope: 'scope', key: 'key', requestHash: new Uint8Array(32) }
    await idempotency.claim({ ...lost, operationId: 'o', fence: 'f', instance: 'dead' })
    expect(await call(succeed, { afterCrash: 'resume' })).to.have.nested.property('right.status', 201)
  })

  it('keeps a long execution alive while its process lives, and a loser from recording', async () => {
    const { call, living, idempotency, claims, stray } = bench()
    let finish: (() => void) | undefined
    const long = call(async (operation) => {
      await new Promise<void>((resolve) => void (finish = resolve))
      expect(await operation.record({ idempotency }, 'late')).to.equal(false)
      return right('late')
    })
    await new Promise(setImmediate)
    for (let round = 1; round <= 6; round += 1) expect(await stray()).to.equal(0)
    expect(await idempotency.failLost()).to.equal(0)
    living.clear()
    expect(await idempotency.failLost()).to.equal(1)
    finish?.()
    await long
    expect([...claims]).to.deep.equal([])
    living.add('one')
    expect(await call(succeed)).to.have.nested.property('left.tag', 'interrupted')
  })

  it('fails a claim whose answer was lost, at the second look that finds it stray', async () => {
    const { call, idempotency, stray } = bench()
    const { claim } = idempotency
    idempotency.claim = async (claimed) => {
      await claim(claimed)
      throw new Error('the connection broke')
    }
    expect(await failure(call(succeed))).to.equal('the connection broke')
    idempotency.claim = claim
    expect(await stray()).to.equal(0)
    expect(await call(succeed)).to.deep.equal(left({ tag: 'idempotency_in_progress' }))
    expect(await stray()).to.equal(1)
    expect(await call(succeed)).to.have.nested.property('left.tag', 'interrupted')
  })

  it('takes no claim for a stray one while its answer is on the way', async () => {
    const { call, idempotency, stray } = bench()
    const { claim } = idempotency
    const answered = Promise.withResolvers<void>()
    idempotency.claim = async (claimed) => {
      const outcome = await claim(claimed)
      await answered.promise
      return outcome
    }
    const asked = call(succeed)
    await new Promise(setImmediate)
    expect([await stray(), await stray(), await stray()]).to.deep.equal([0, 0, 0])
    answered.resolve()
    expect(await asked).to.have.nested.property('right.status', 201)
  })
})
