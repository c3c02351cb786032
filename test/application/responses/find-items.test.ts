import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { findItems } from '../../../src/application/responses/find-items.ts'
import { recordResponse } from '../../../src/application/responses/record-response.ts'
import { itemIdOf } from '../../../src/domain/responses/stored-response.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { responseKeeping } from '../../support/response-keeping.ts'

const USER = testId()

const bench = (deps = responseKeeping()) => {
  const record = recordResponse(deps)
  return {
    ...deps,
    find: findItems(deps),
    /** Stores an answer of one message and one call, and gives the ids of both. */
    record: async (userId = USER): Promise<readonly [string, string]> => {
      const operationId = testId()
      const ids = [itemIdOf('msg', operationId, 0), itemIdOf('fc', operationId, 1)] as const
      const output = ids.map((id) => ({ id, type: 'x' }))
      await record({ userId, operationId, previous: null, exchange: { input: [], response: { output } } })
      return ids
    },
  }
}

const unknown = (itemId: string) => left({ tag: 'item_not_found', itemId, why: 'unknown' })

describe('items that a request names by their ids', () => {
  it('are those of the stored answers, several of one answer with one read', async () => {
    const { record, ...deps } = bench()
    const [message, call] = await record()
    const [other] = await record()
    let reads = 0
    const find = findItems({
      ...deps,
      storedResponses: {
        ...deps.storedResponses,
        findItems: (place, since) => {
          reads += 1
          return deps.storedResponses.findItems(place, since)
        },
      },
    })
    const { items: found } = good(await find(USER, [message, other, call, message], () => true))
    expect(reads).to.equal(2)
    expect(found.get(call)).to.deep.equal({ id: call, type: 'x' })
  })

  it('are those that go by a name of their provider’s, too, of the account’s own answers', async () => {
    const { find, ...deps } = bench()
    const output = [
      { id: 'rs_upstream', type: 'reasoning', encrypted_content: 'sealed' },
      { id: 'rs_other', type: 'reasoning' },
    ]
    const exchange = { input: [], response: { output } }
    await recordResponse(deps)({ userId: USER, operationId: testId(), previous: null, exchange })
    const { items: found } = good(await find(USER, ['rs_other', 'rs_upstream'], () => true))
    expect([found.get('rs_upstream'), found.get('rs_other')]).to.deep.equal(output)
    expect(await find(testId(), ['rs_upstream'], () => true)).to.deep.equal(unknown('rs_upstream'))
    expect(await find(USER, ['rs_unknown'], () => true)).to.deep.equal(unknown('rs_unknown'))
  })

  it('come with the thoughts of which the client saw less', async () => {
    const { find, ...deps } = bench()
    const operationId = testId()
    const id = itemIdOf('rs', operationId, 0)
    const thought = { id: 'rs_upstream', type: 'reasoning', encrypted_content: 'sealed' }
    const exchange = { input: [], response: { output: [{ id, type: 'reasoning' }] }, thoughts: { [id]: thought } }
    await recordResponse(deps)({ userId: USER, operationId, previous: null, exchange })
    const { items, thoughts } = good(await find(USER, [id], () => true))
    expect([...items]).to.deep.equal([[id, { id, type: 'reasoning' }]])
    expect([...thoughts]).to.deep.equal([[id, thought]])
  })

  it('are not found where they are misspelt, unknown, or another account’s', async () => {
    const { record, find } = bench()
    const [message] = await record()
    const [foreign] = await record(testId())
    const missing = [itemIdOf('msg', testId(), 0), message.replace(/0$/, '7'), foreign, 'msg_1', '']
    for (const id of missing) expect(await find(USER, [message, id], () => true)).to.deep.equal(unknown(id))
  })

  it('are not found where no responses are kept', async () => {
    const [id] = await bench().record()
    expect(await bench(responseKeeping(0)).find(USER, [id], () => true)).to.deep.equal(unknown(id))
  })

  it('are refused where they are of more answers than are read for one request', async () => {
    const { record, find } = bench()
    const ids: string[] = []
    for (let answer = 0; answer < 257; answer += 1) ids.push((await record())[0])
    expect(good(await find(USER, ids.slice(0, 256), () => true)).items.size).to.be.above(255)
    expect(await find(USER, ids, () => true)).to.deep.equal(
      left({ tag: 'item_not_found', itemId: ids[256], why: 'too_much' }),
    )
  })

  it('are not read where too much is in memory already', async () => {
    const { record, find } = bench()
    const [id] = await record()
    expect(await find(USER, [id], (bytes) => bytes === 0)).to.deep.equal(left({ tag: 'overloaded' }))
  })
})
