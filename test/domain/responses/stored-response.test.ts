import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import {
  chainWith,
  exchangedItems,
  foreignItemIds,
  itemIdOf,
  itemsOf,
  keptSince,
  parseResponseId,
  requireContinuable,
  responseIdOf,
  responseOfItem,
} from '../../../src/domain/responses/stored-response.ts'
import type { Exchange, ExchangedItems } from '../../../src/domain/responses/stored-response.ts'

const exchange = (input: readonly string[], output: readonly string[], rest = {}): Exchange => ({
  input: input.map((id) => ({ id })),
  response: { ...rest, output: output.map((id) => ({ id })) },
})

describe('a chain of responses', () => {
  it('counts each response, its items of both kinds and its bytes', () => {
    const first = chainWith(null, exchange(['a', 'b'], ['c']), 100)
    expect(first).to.deep.include({ responses: 1, items: 3, bytes: 100 })
    expect(chainWith(first, exchange([], ['d']), 20)).to.deep.include({ responses: 2, items: 4, bytes: 120 })
  })

  it('counts every JSON value, however deep: the smallest take the most memory', () => {
    const deep: ExchangedItems = { input: [{ list: [0, [null, 'x'], {}] }], response: { output: [] } }
    expect(chainWith(null, deep, 1).values).to.equal(11)
    expect(chainWith(chainWith(null, deep, 1), deep, 1).values).to.equal(22)
  })

  it('becomes input as it was spoken: the oldest first, each answer behind its question, without instructions', () => {
    const chain = [exchange(['a', 'b'], ['c'], { instructions: 'be brief' }), exchange(['d'], ['e', 'f'])]
    expect(itemsOf(chain).map(({ id }) => id)).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('counts nothing of a response that the next turn does not read, such as its tools', () => {
    const plain = exchange(['a'], ['b'])
    const tools = Array.from({ length: 60 }, (_, index) => ({ name: `tool_${index}`, parameters: { deep: [{}] } }))
    const wide = exchange(['a'], ['b'], { instructions: 'be brief', tools })
    expect(chainWith(null, exchangedItems(wide), 1)).to.deep.equal(chainWith(null, exchangedItems(plain), 1))
  })

  it('is continued up to what one request may have, and refused by name past it', () => {
    const most = { responses: 2_047, items: 4_000, bytes: 29_000_000, values: 200_000 }
    expect(isRight(requireContinuable(most, 96))).to.equal(true)
    for (const [chain, newItems] of [
      [most, 97],
      [{ ...most, responses: 2_048 }, 1],
      [{ ...most, bytes: 29_000_001 }, 1],
      [{ ...most, values: 200_001 }, 1],
    ] as const) {
      expect(requireContinuable(chain, newItems)).to.deep.include({ _tag: 'Left' })
      expect(requireContinuable(chain, newItems))
        .to.have.property('left')
        .that.includes({ tag: 'unsupported_parameter', param: 'previous_response_id' })
    }
  })
})

describe('a response', () => {
  it('is kept for whole days from its making; with 0 days none is kept', () => {
    expect(keptSince(Date.parse('2026-03-31T12:00:00Z'), 30)).to.deep.equal(new Date('2026-03-01T12:00:00Z'))
    expect(keptSince(1_000, 0)).to.deep.equal(new Date(1_000))
  })

  it('is named by its operation, and any other text names none', () => {
    const id = '019aa0f4-0000-7000-8000-00000000000a'
    expect(responseIdOf(id)).to.equal(`resp_${id}`)
    for (const text of [id, `resp_${id}`, `resp_${id.toUpperCase()}`]) expect(parseResponseId(text)).to.equal(id)
    for (const text of ['', 'resp_', `video_${id}`, `resp_resp_${id}`, `${id}0`]) {
      expect(parseResponseId(text), text).to.equal(null)
    }
  })
})

describe('an item of an answer', () => {
  it('that goes by a name of the gateway’s leads to its response; the names of others are listed', () => {
    const id = '019aa0f4-0000-7000-8000-00000000000a'
    const ids = [itemIdOf('rs', id, 0), 'rs_upstream', '', 'x'.repeat(257), 7]
    expect(responseOfItem(itemIdOf('rs', id, 0))).to.equal(id)
    const output = ids.map((each) => ({ id: each }))
    const unstorable = ['rs_\0', 'rs_\ud800'].map((id) => ({ id }))
    const foreign = foreignItemIds({ input: [{ id: 'msg_client' }], response: { output: [...output, ...unstorable] } })
    expect(foreign).to.deep.equal(['rs_upstream'])
  })
})
