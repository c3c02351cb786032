import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { continueResponse } from '../../../src/application/responses/continue-response.ts'
import type { HoldBytes } from '../../../src/application/responses/keeping.ts'
import { deleteResponse, readInputItems, readResponse } from '../../../src/application/responses/read-response.ts'
import { recordResponse } from '../../../src/application/responses/record-response.ts'
import { itemsOf } from '../../../src/domain/responses/stored-response.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { responseKeeping, someExchange, withRoom } from '../../support/response-keeping.ts'

const DAY_MS = 86_400_000
const USER = testId()
const NOT_FOUND = left({ tag: 'not_found', message: 'There is no such response.' })

const FIRST = someExchange('my name is Ada', 'hello Ada')
const SECOND = someExchange('what is my name?', 'Ada')

/** Two stored responses, the second of which continues the first. */
const conversation = async (deps = responseKeeping()) => {
  const [first, second] = [testId(), testId()]
  const record = recordResponse(deps)
  await record({ userId: USER, operationId: first, previous: null, exchange: FIRST })
  const previous = good(
    await continueResponse(deps)({ userId: USER, previousId: first, newItems: 1, holdBytes: withRoom }),
  )
  await record({ userId: USER, operationId: second, previous, exchange: SECOND })
  return {
    ...deps,
    first,
    second,
    read: (userId: string, id: string, holdBytes: HoldBytes = withRoom) => readResponse(deps)(userId, id, holdBytes),
    inputItems: (userId: string, id: string, holdBytes: HoldBytes = withRoom) =>
      readInputItems(deps)(userId, id, holdBytes),
    remove: deleteResponse(deps),
  }
}

/** A chain of so many responses, each of a third of a megabyte: the turns in which each reader opens it. */
const turnsOfChain = async (length: number): Promise<{ readonly listed: number; readonly continued: number }> => {
  let turns = 1
  const timer = { sleep: async () => void (turns += 1) }
  const deps = { ...responseKeeping(), timer }
  const turnsOf = async (read: () => Promise<unknown>): Promise<number> => {
    turns = 1
    await read()
    return turns
  }
  const goOn = async (previousId: string) =>
    good(await continueResponse(deps)({ userId: USER, previousId, newItems: 1, holdBytes: withRoom }))
  const exchange = someExchange('x'.repeat(333_000), 'y')
  let last = testId()
  await recordResponse(deps)({ userId: USER, operationId: last, previous: null, exchange })
  for (let made = 1; made < length; made += 1) {
    const [operationId, previous] = [testId(), await goOn(last)]
    await recordResponse(deps)({ userId: USER, operationId, previous, exchange })
    last = operationId
  }
  return {
    listed: await turnsOf(async () => good(await readInputItems(deps)(USER, last, withRoom))),
    continued: await turnsOf(() => goOn(last)),
  }
}

describe('a stored response', () => {
  it('is opened with its chain in turns, between which other work runs', async () => {
    expect(await turnsOfChain(1)).to.deep.equal({ listed: 1, continued: 1 })
    expect(await turnsOfChain(6)).to.deep.equal({ listed: 6, continued: 6 })
  })

  it('is read as it was answered, by either form of its id', async () => {
    const { read, first, second } = await conversation()
    expect(await read(USER, `resp_${first}`)).to.deep.equal(right(FIRST.response))
    expect(await read(USER, second)).to.deep.equal(right(SECOND.response))
  })

  it('lists all that it answered, oldest first, and not itself', async () => {
    const { inputItems, first, second } = await conversation()
    expect(await inputItems(USER, first)).to.deep.equal(right(FIRST.input))
    expect(await inputItems(USER, second)).to.deep.equal(right([...itemsOf([FIRST]), ...SECOND.input]))
  })

  it('is another account’s as little as an unknown one, for every question', async () => {
    const { read, inputItems, remove, first } = await conversation()
    for (const [user, id] of [
      [testId(), first],
      [USER, testId()],
      [USER, 'resp_'],
    ] as const) {
      expect(await read(user, id)).to.deep.equal(NOT_FOUND)
      expect(await inputItems(user, id)).to.deep.equal(NOT_FOUND)
      expect(await remove(user, id)).to.deep.equal(NOT_FOUND)
    }
  })

  it('is gone for every question once deleted, while a later one keeps its input', async () => {
    const { read, inputItems, remove, first, second } = await conversation()
    expect(await remove(USER, `resp_${first}`)).to.deep.equal(right(first))
    expect(await read(USER, first)).to.deep.equal(NOT_FOUND)
    expect(await inputItems(USER, first)).to.deep.equal(NOT_FOUND)
    expect(await remove(USER, first)).to.deep.equal(NOT_FOUND)
    expect(good(await inputItems(USER, second))).to.have.length(3)
  })

  it('is gone for every question once its time is over, swept or not', async () => {
    const { read, inputItems, remove, second, clock } = await conversation()
    clock.turn(30 * DAY_MS)
    expect(good(await read(USER, second))).to.deep.equal(SECOND.response)
    clock.turn(1)
    expect(await read(USER, second)).to.deep.equal(NOT_FOUND)
    expect(await inputItems(USER, second)).to.deep.equal(NOT_FOUND)
    expect(await remove(USER, second)).to.deep.equal(NOT_FOUND)
  })

  it('is not opened where there is no room in memory', async () => {
    const { read, inputItems, second } = await conversation()
    const overloaded = left({ tag: 'overloaded' })
    expect(await read(USER, second, () => false)).to.deep.equal(overloaded)
    expect(await inputItems(USER, second, () => false)).to.deep.equal(overloaded)
  })
})
