import { expect } from 'chai'
import { aesContentSealing } from '../../../src/adapters/security/aes-content-sealing.ts'
import { continueResponse } from '../../../src/application/responses/continue-response.ts'
import { deleteResponse, readResponse } from '../../../src/application/responses/read-response.ts'
import { recordResponse } from '../../../src/application/responses/record-response.ts'
import { sealedBytes } from '../../../src/application/responses/sealed-exchange.ts'
import { sweepResponses } from '../../../src/application/responses/sweep-responses.ts'
import type { ResponseStore } from '../../../src/application/ports/responses/response-store.ts'
import type { StoredResponse } from '../../../src/domain/responses/stored-response.ts'
import { memoryStoredResponses } from '../../twins/responses/stored-responses.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { newMasterKey, responseKeeping, someExchange, withRoom } from '../../support/response-keeping.ts'

const DAY_MS = 86_400_000
const USER = testId()

const unexpected = (response: StoredResponse): never => {
  throw new Error(`${response.id} does not open`)
}

const store = async (deps: ReturnType<typeof responseKeeping>, previousId: string | null = null): Promise<string> => {
  const operationId = testId()
  const asked = { userId: USER, newItems: 1, holdBytes: withRoom }
  const previous = previousId === null ? null : good(await continueResponse(deps)({ ...asked, previousId }))
  await recordResponse(deps)({ userId: USER, operationId, previous, exchange: someExchange('hello', 'hi') })
  return operationId
}

describe('the sweep of stored responses', () => {
  it('removes an expired chain whole, and nothing that is kept', async () => {
    const deps = responseKeeping()
    const first = await store(deps)
    await store(deps, await store(deps, first))
    deps.clock.turn(30 * DAY_MS)
    const kept = await store(deps)
    deps.clock.turn(1)
    expect(await sweepResponses({ ...deps, onBroken: unexpected })()).to.deep.equal({
      pruned: 3,
      overQuota: 0,
      resealed: 0,
    })
    expect([...deps.rows.keys()]).to.deep.equal([kept])
  })

  it('removes what was deleted once nothing continues it', async () => {
    const deps = responseKeeping()
    const first = await store(deps)
    const second = await store(deps, first)
    await deleteResponse(deps)(USER, first)
    const sweep = sweepResponses({ ...deps, onBroken: unexpected })
    expect(await sweep()).to.include({ pruned: 0 })
    await deleteResponse(deps)(USER, second)
    expect(await sweep()).to.include({ pruned: 1 })
    expect(deps.rows.size).to.equal(0)
  })

  it('removes the conversations that were idle longest, whole, until the account fits its quota', async () => {
    const deps = responseKeeping()
    const next = async (previousId: string | null = null): Promise<string> => {
      deps.clock.turn(1_000)
      return store(deps, previousId)
    }
    const long = await next()
    await next(await next())
    const end = await next(await next(long))
    const size = sealedBytes([...deps.rows.values()][0]!.response)
    const reports: unknown[] = []
    const onOverQuota = (userId: string, removed: number): void => void reports.push([userId, removed])
    const sweep = sweepResponses({ ...deps, quotaBytes: size * 3 + size / 2, onOverQuota, onBroken: unexpected })
    expect(await sweep()).to.include({ overQuota: 2 })
    expect(reports).to.deep.equal([[USER, 2]])
    expect(deps.rows.size, 'the conversation that went on last').to.equal(3)
    expect([deps.rows.has(long), deps.rows.has(end)]).to.deep.equal([true, true])
    expect(await sweep()).to.include({ overQuota: 0 })
    const newest = await next()
    expect(await sweep()).to.include({ overQuota: 3 })
    expect([...deps.rows.keys()], 'after another response').to.deep.equal([newest])
  })

  it('makes the rest fit in a few statements, however many conversations have to go', async () => {
    const deps = responseKeeping()
    const limits: number[] = []
    let left = 2_500
    const removeIdlest: ResponseStore['removeIdlest'] = async (_, __, limit) => {
      limits.push(limit)
      const gone = Math.min(left, limit)
      left -= gone
      return gone
    }
    const storedResponses = { ...deps.storedResponses, removeIdlest, accountsOver: async () => [USER] }
    const sweep = sweepResponses({ ...deps, storedResponses, onOverQuota: () => undefined, onBroken: unexpected })
    expect(await sweep()).to.include({ overQuota: 2_500 })
    expect(limits).to.have.lengthOf(4)
  })

  it('removes what the closing of an account left', async () => {
    const deps = responseKeeping()
    const isActive = new Set<string>([USER])
    const storedResponses = memoryStoredResponses(deps.rows, (userId) => isActive.has(userId))
    await store({ ...deps, storedResponses }, await store({ ...deps, storedResponses }))
    const sweep = sweepResponses({ ...deps, storedResponses, onBroken: unexpected })
    expect(await sweep()).to.include({ pruned: 0 })
    isActive.clear()
    expect(await sweep()).to.include({ pruned: 2 })
    expect(deps.rows.size).to.equal(0)
  })

  it('removes all once responses are kept for 0 days', async () => {
    const deps = responseKeeping()
    await store(deps, await store(deps))
    deps.clock.turn(1)
    const sweep = sweepResponses({ ...deps, keeping: { ...deps.keeping, days: 0 }, onBroken: unexpected })
    expect(await sweep()).to.include({ pruned: 2 })
  })

  it('seals anew what an older master key sealed, so that the newer one alone opens it', async () => {
    const [older, newer] = [newMasterKey(), newMasterKey()]
    const deps = responseKeeping(30, [older])
    const ids = [await store(deps), await store(deps), await store(deps)]
    const keeping = { days: 30, sealing: aesContentSealing([newer, older]) }
    const sweep = sweepResponses({ ...deps, keeping, onBroken: unexpected })
    expect(await sweep()).to.deep.equal({ pruned: 0, overQuota: 0, resealed: 3 })
    expect(await sweep()).to.deep.equal({ pruned: 0, overQuota: 0, resealed: 0 })
    const read = readResponse({ ...deps, keeping: { days: 30, sealing: aesContentSealing([newer]) } })
    for (const id of ids)
      expect(good(await read(USER, id, withRoom))).to.deep.equal(someExchange('hello', 'hi').response)
  })

  it('reports a response that does not open, leaves it, and goes on with the others', async () => {
    const [older, newer] = [newMasterKey(), newMasterKey()]
    const deps = responseKeeping(30, [older])
    const ids = [await store(deps), await store(deps)].toSorted()
    const row = deps.rows.get(ids[0]!)!
    const sealed = { ...row.response.sealed, bytes: row.response.sealed.bytes.map((byte) => byte ^ 1) }
    deps.rows.set(ids[0]!, { ...row, response: { ...row.response, sealed } })
    const broken: string[] = []
    const keeping = { days: 30, sealing: aesContentSealing([newer, older]) }
    const sweep = sweepResponses({ ...deps, keeping, onBroken: ({ id }) => void broken.push(id) })
    expect(await sweep()).to.deep.equal({ pruned: 0, overQuota: 0, resealed: 1 })
    expect(broken).to.deep.equal([ids[0]])
    expect(deps.rows.get(ids[0]!)?.response.sealed).to.deep.equal(sealed)
  })

  it('goes on in the next round behind a thousand responses that do not open, and then begins anew', async () => {
    const [older, newer] = [newMasterKey(), newMasterKey()]
    const deps = responseKeeping(30, [older])
    const row = deps.rows.get(await store(deps))!
    deps.rows.clear()
    const sealed = { ...row.response.sealed, bytes: row.response.sealed.bytes.map((byte) => byte ^ 1) }
    const ids = Array.from({ length: 1_000 }, testId)
    for (const id of ids) deps.rows.set(id, { ...row, response: { ...row.response, id, sealed } })
    const last = await store(deps)
    ids.push(last)
    // The twin sorts all rows for each question.
    const nextSealedBy: ResponseStore['nextSealedBy'] = async (keyId, after) => {
      const id = ids
        .slice(ids.indexOf(after ?? '') + 1)
        .find((each) => deps.rows.get(each)?.response.sealed.keyId === keyId)
      return deps.rows.get(id ?? '')?.response ?? null
    }
    let broken = 0
    const sweep = sweepResponses({
      ...deps,
      storedResponses: { ...deps.storedResponses, nextSealedBy },
      quotaBytes: 1_000_000_000,
      keeping: { days: 30, sealing: aesContentSealing([newer, older]) },
      onBroken: () => void (broken += 1),
    })
    expect(await sweep()).to.include({ resealed: 0 })
    expect(await sweep()).to.include({ resealed: 1 })
    expect(deps.rows.get(last)?.response.sealed.keyId).not.to.equal(sealed.keyId)
    expect(broken).to.equal(1_000)
    expect(await sweep()).to.include({ resealed: 0 })
    expect(broken).to.equal(2_000)
  })

  it('fails where the store fails, for that is no broken seal', async () => {
    const deps = responseKeeping()
    const storedResponses = { ...deps.storedResponses, reseal: () => Promise.reject(new Error('the database is away')) }
    await store(deps)
    const keeping = { days: 30, sealing: aesContentSealing([newMasterKey(), newMasterKey()]) }
    const older = [...deps.rows.values()][0]!.response.sealed.keyId
    const opened = { ...deps.keeping.sealing!, keyId: keeping.sealing.keyId, olderKeyIds: [older] }
    const sweep = sweepResponses({
      ...deps,
      storedResponses,
      keeping: { days: 30, sealing: opened },
      onBroken: unexpected,
    })
    const failed = await sweep().catch((error: unknown) => error)
    expect(failed).to.have.property('message', 'the database is away')
  })

  it('does the rest where a part fails, or an account, and throws at the end what they threw', async () => {
    const [older, newer] = [newMasterKey(), newMasterKey()]
    const deps = responseKeeping(30, [older])
    await store(deps)
    const [fails, fits] = [testId(), testId()]
    const asked: string[] = []
    const since: Date[] = []
    let isBroken = true
    const failing = async (message: string): Promise<number> => {
      if (isBroken) throw new Error(message)
      return 0
    }
    const sweep = sweepResponses({
      ...deps,
      storedResponses: {
        ...deps.storedResponses,
        prune: () => failing('the statement took too long'),
        accountsOver: async (_, from) => {
          since.push(from)
          return [fails, fits]
        },
        removeIdlest: (userId) => {
          asked.push(userId)
          return userId === fails ? failing('the account is too large') : Promise.resolve(0)
        },
      },
      keeping: { days: 30, sealing: aesContentSealing([newer, older]) },
      onOverQuota: () => undefined,
      onBroken: unexpected,
    })
    const failed = await sweep().catch((error: unknown) => error)
    expect((failed as AggregateError).errors.map(String)).to.deep.equal([
      'Error: the statement took too long',
      'Error: the account is too large',
    ])
    expect(asked).to.deep.equal([fails, fits])
    isBroken = false
    expect(await sweep(), 'its response was sealed anew in the first round').to.include({ resealed: 0 })
    expect(since, 'the account that failed is looked at again').to.deep.equal([new Date(0), new Date(0)])
  })
})
