import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { referredItems } from '../../../../../src/adapters/http/openai/responses/referred-items.ts'
import type { InputItem } from '../../../../../src/adapters/http/openai/response-input/item-codec.ts'
import { requestOf } from '../../../../support/responses/translated.ts'
import type { FindItems } from '../../../../../src/application/responses/find-items.ts'

const ANSWER = { type: 'message', role: 'assistant', id: 'msg_1', content: 'a long answer' }
const REFERENCE = { type: 'item_reference', id: 'msg_1' }
const QUESTION = { type: 'message', role: 'user', content: 'and then?' } as const

const finds: FindItems = async () => right({ items: new Map([['msg_1', ANSWER]]), thoughts: new Map() })

const found = (items: readonly object[]) => right({ items, thoughts: new Map() })

const resolve = (items: Parameters<typeof referredItems>[2]) => referredItems(finds, 'user', items, () => true)

describe('an item that a request names by its id alone', () => {
  it('is replaced by the stored item, at its place', async () => {
    expect(await resolve([REFERENCE, QUESTION])).to.deep.equal(found([ANSWER, QUESTION]))
  })

  it('needs no type beside its id', async () => {
    for (const reference of [{ id: 'msg_1' }, { id: 'msg_1', type: null }]) {
      const { input } = requestOf({ input: [reference, QUESTION] })
      expect(await resolve(input as readonly InputItem[])).to.deep.equal(found([ANSWER, QUESTION]))
    }
    const message = { id: 'msg_1', role: 'user', content: 'and then?' } as const
    expect(await resolve([message])).to.deep.equal(found([message]))
    expect(() => requestOf({ input: [{ id: 'msg_1', role: 'user' }] })).to.throw('not valid')
    expect(() => requestOf({ input: [{ type: 'item_reference' }] })).to.throw('not valid')
  })

  it('is named once: a short request does not become a long one by repetition', async () => {
    const refused = await resolve([REFERENCE, QUESTION, REFERENCE])
    expect(refused).to.have.property('left').that.includes({ tag: 'unsupported_parameter', param: 'input.2.id' })
  })
})
