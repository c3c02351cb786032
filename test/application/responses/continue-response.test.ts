import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { SealBroken } from '../../../src/application/ports/secrets/content-sealing.ts'
import { continueResponse } from '../../../src/application/responses/continue-response.ts'
import type { HoldBytes } from '../../../src/application/responses/keeping.ts'
import { deleteResponse, readInputItems, readResponse } from '../../../src/application/responses/read-response.ts'
import { recordResponse } from '../../../src/application/responses/record-response.ts'
import type { Continued } from '../../../src/application/responses/record-response.ts'
import { itemsOf } from '../../../src/domain/responses/stored-response.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { newMasterKey, responseKeeping, someExchange, withRoom } from '../../support/response-keeping.ts'

const DAY_MS = 86_400_000
const USER = testId()

const FIRST = someExchange('my name is Ada', 'hello Ada')
const SECOND = someExchange('what is my name?', 'Ada')

const bench = (deps = responseKeeping()) => {
  const record = recordResponse(deps)
  const resume = continueResponse(deps)
  return {
    ...deps,
    remove: deleteResponse(deps),
    record: async (exchange = FIRST, previous: Continued | null = null, userId = USER): Promise<string> => {
      const operationId = testId()
      expect(await record({ userId, operationId, previous, exchange })).to.equal(true)
      return operationId
    },
    resume: (previousId: string, newItems = 1, userId = USER, holdBytes: HoldBytes = withRoom) =>
      resume({ userId, previousId, newItems, holdBytes }),
  }
}

const notFound = (id: string) => left({ tag: 'previous_response_not_found', id })

describe('a response that is continued', () => {
  it('brings its items and those of all before it, oldest first, by either form of its id', async () => {
    const { record, resume } = bench()
    const first = await record()
    const begun = good(await resume(`resp_${first}`))
    expect(begun.items).to.deep.equal(itemsOf([FIRST]))
    const second = await record(SECOND, begun)
    const { items, id, chain } = good(await resume(second))
    expect(items).to.deep.equal(itemsOf([FIRST, SECOND]))
    expect([id, chain.responses, chain.items]).to.deep.equal([second, 2, 4])
  })

  it('is not found where it is unknown, misspelt, another account’s or deleted', async () => {
    const { record, resume, remove } = bench()
    const [foreign, deleted] = [await record(FIRST, null, testId()), await record()]
    await remove(USER, deleted)
    for (const id of [testId(), 'resp_1', foreign, deleted]) expect(await resume(id)).to.deep.equal(notFound(id))
  })

  it('is not found once it expired; one that a younger response continues is still its context', async () => {
    const { record, resume, clock } = bench()
    const first = await record()
    clock.turn(20 * DAY_MS)
    const second = await record(SECOND, good(await resume(first)))
    clock.turn(10 * DAY_MS + 1)
    expect(await resume(first)).to.deep.equal(notFound(first))
    expect(good(await resume(second)).items).to.deep.equal(itemsOf([FIRST, SECOND]))
    clock.turn(20 * DAY_MS)
    expect(await resume(second)).to.deep.equal(notFound(second))
  })

  it('still brings what was deleted before it: a conversation never loses a part', async () => {
    const { record, resume, remove } = bench()
    const first = await record()
    const second = await record(SECOND, good(await resume(first)))
    expect(await remove(USER, first)).to.deep.equal(right(first))
    expect(good(await resume(second)).items).to.deep.equal(itemsOf([FIRST, SECOND]))
  })

  it('is not found where a row of its chain is gone', async () => {
    const { record, resume, rows } = bench()
    const first = await record()
    const second = await record(SECOND, good(await resume(first)))
    rows.delete(first)
    expect(await resume(second)).to.deep.equal(notFound(second))
  })

  it('is refused by name where it and the request have too many items, before anything is opened', async () => {
    const deps = responseKeeping()
    const { record } = bench(deps)
    const first = await record()
    const { resume } = bench({ ...deps, keeping: { days: 30, sealing: responseKeeping().keeping.sealing } })
    expect(isRight(await bench(deps).resume(first, 4_094))).to.equal(true)
    expect(await resume(first, 4_095))
      .to.have.property('left')
      .that.includes({ param: 'previous_response_id' })
  })
})

describe('reasoning that the client was shown only in part', () => {
  const shown = { type: 'reasoning', id: 'rs_ours', summary: [] }
  const thought = { ...shown, id: 'rs_upstream', encrypted_content: 'sealed' }
  const thinking = { ...FIRST, response: { ...FIRST.response, output: [shown] }, thoughts: { rs_ours: thought } }

  it('are there for the next turn, and not in what is read or listed', async () => {
    const deps = responseKeeping()
    const { record, resume } = bench(deps)
    const first = await record(thinking)
    const { items, thoughts } = good(await resume(first))
    expect(items.at(-1)).to.deep.equal(shown)
    expect([...thoughts]).to.deep.equal([['rs_ours', thought]])
    const second = await record(SECOND, good(await resume(first)))
    expect([...good(await resume(second)).thoughts]).to.deep.equal([['rs_ours', thought]])
    expect(good(await readResponse(deps)(USER, first, withRoom)).output).to.deep.equal([shown])
    expect(good(await readInputItems(deps)(USER, second, withRoom))[1]).to.deep.equal(shown)
  })
})

describe('a long conversation with many tools', () => {
  it('goes on: the tools that each response repeats are neither counted nor loaded', async () => {
    const { record, resume, rows } = bench()
    const tools = Array.from({ length: 60 }, (_, index) => ({
      type: 'function',
      name: `tool_${index}`,
      parameters: { properties: Object.fromEntries(Array.from({ length: 100 }, (__, field) => [`f${field}`, {}])) },
    }))
    const wide = { ...FIRST, response: { ...FIRST.response, tools } }
    let previous: Continued | null = null
    for (let turn = 0; turn < 40; turn += 1) previous = good(await resume(await record(wide, previous)))
    expect(previous?.chain.values).to.be.below(1_000)
    const { chain, sealed, sealedFrame } = rows.get(previous!.id)!.response
    expect(chain.bytes).to.be.below(sealedFrame!.length)
    expect(sealed.bytes.length).to.be.below(1_000)
  })

  it('reads on from a response that an earlier release stored in one part', async () => {
    const deps = responseKeeping()
    const { record, resume, rows, keeping } = bench(deps)
    const first = await record()
    const row = rows.get(first)!
    const place = `stored_responses/${USER}/${first}/`
    const sealed = keeping.sealing!.seal(Buffer.from(JSON.stringify(FIRST)), place)
    rows.set(first, { ...row, response: { ...row.response, sealed, sealedFrame: null } })
    const second = await record(SECOND, good(await resume(first)))
    expect(good(await resume(second)).items).to.deep.equal(itemsOf([FIRST, SECOND]))
    expect(await readResponse(deps)(USER, first, withRoom)).to.deep.equal(right(FIRST.response))
  })
})

describe('a response that finds no room in memory', () => {
  it('is not loaded, and takes room for its whole chain where there is some', async () => {
    const { record, resume, rows } = bench()
    const first = await record()
    const second = await record(SECOND, good(await resume(first)))
    const asked: number[] = []
    const refuses = (bytes: number): boolean => asked.push(bytes) < 0
    expect(await resume(second, 1, USER, refuses)).to.deep.equal(left({ tag: 'overloaded' }))
    expect(asked).to.deep.equal([rows.get(second)?.response.chain.bytes])
  })
})

describe('what is stored of a response', () => {
  it('opens in no other row and for no other account', async () => {
    const { record, resume, rows } = bench()
    const [one, other] = [await record(), await record(SECOND)]
    const [rowOfOne, rowOfOther] = [rows.get(one)!, rows.get(other)!]
    rows.set(one, { ...rowOfOne, response: { ...rowOfOne.response, sealed: rowOfOther.response.sealed } })
    const thief = testId()
    rows.set(other, { ...rowOfOther, response: { ...rowOfOther.response, userId: thief } })
    for (const [id, userId] of [
      [one, USER],
      [other, thief],
    ] as const) {
      const failed = await resume(id, 1, userId).catch((error: unknown) => error)
      expect(failed).to.be.instanceOf(SealBroken)
    }
  })

  it('opens behind no other response than its own', async () => {
    const { record, resume, rows } = bench()
    const [first, other] = [await record(), await record(someExchange('my name is Eve', 'hello Eve'))]
    const second = await record(SECOND, good(await resume(first)))
    const row = rows.get(second)!
    rows.set(second, { ...row, response: { ...row.response, previousId: other } })
    expect(await resume(second).catch((error: unknown) => error)).to.be.instanceOf(SealBroken)
  })

  it('opens not by halves: with another part beside its items, or with none, it does not open', async () => {
    const deps = responseKeeping()
    const { record, rows } = bench(deps)
    const [one, other] = [await record(), await record(SECOND)]
    const row = rows.get(one)!
    const { sealed, sealedFrame } = rows.get(other)!.response
    for (const frame of [null, sealedFrame, row.response.sealed.bytes, sealed.bytes]) {
      rows.set(one, { ...row, response: { ...row.response, sealedFrame: frame } })
      const failed = await readResponse(deps)(USER, one, withRoom).catch((error: unknown) => error)
      expect(failed).to.be.instanceOf(SealBroken)
    }
  })

  it('is nothing with 0 days or without a master key, and what was stored before is not found', async () => {
    const deps = responseKeeping()
    const first = await bench(deps).record()
    const exchange = { userId: USER, operationId: testId(), previous: null, exchange: FIRST }
    for (const keeping of [
      { ...deps.keeping, days: 0 },
      { ...deps.keeping, sealing: null },
    ]) {
      expect(await recordResponse({ ...deps, keeping })(exchange)).to.equal(false)
      expect(deps.rows.size).to.equal(1)
      expect(await bench({ ...deps, keeping }).resume(first)).to.deep.equal(notFound(first))
    }
  })

  it('shows no word of its contents', async () => {
    const { record, rows } = bench(responseKeeping(30, [newMasterKey()]))
    const { sealed } = rows.get(await record())!.response
    for (const word of ['Ada', 'message', 'output']) expect(Buffer.from(sealed.bytes).includes(word)).to.equal(false)
  })
})
