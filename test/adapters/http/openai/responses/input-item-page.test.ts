import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { inputItemPage } from '../../../../../src/adapters/http/openai/responses/input-item-page.ts'
import { good } from '../../../../support/accounts/identity-stack.ts'
import { openAiSchema } from '../../../../support/documents/openai-schemas.ts'

const FIRST_PAGE = { order: 'desc', after: null, limit: 20 } as const

const ITEMS = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ type: 'reasoning', id, summary: [] }))

/** The ids of all pages, each asked for behind the last id of the one before. */
const walk = (items: readonly Readonly<Record<string, unknown>>[], order: 'asc' | 'desc', limit: number): string[] => {
  const ids: string[] = []
  for (let after: string | null = null, hasMore = true; hasMore && ids.length <= items.length;) {
    const page = good(inputItemPage(items, { order, after, limit }))
    ids.push(...page.data.map(({ id }) => id))
    hasMore = page.hasMore
    after = ids.at(-1) ?? null
  }
  return ids
}

describe('the pages of input items', () => {
  it('show each item once, the newest first or in the other order, whatever the length of a page', () => {
    for (const limit of [1, 2, 5, 6]) {
      expect(walk(ITEMS, 'asc', limit).join('')).to.equal('abcde')
      expect(walk(ITEMS, 'desc', limit).join('')).to.equal('edcba')
    }
  })

  it('end also where a client gave two items one name', () => {
    const doubled = ['a', 'b', 'a', 'c'].map((id) => ({ type: 'reasoning', id, summary: [] }))
    expect(walk(doubled, 'asc', 1)).to.deep.equal(['a', 'b', 'item_2', 'c'])
  })

  it('are refused behind an item that is not there', () => {
    expect(inputItemPage(ITEMS, { ...FIRST_PAGE, after: 'z' })).to.deep.equal(left({ tag: 'invalid_cursor' }))
  })

  it('are one empty page where there is no item', () => {
    expect(good(inputItemPage([], FIRST_PAGE))).to.deep.equal({ data: [], hasMore: false })
  })

  it('show items as the published schema has them, however short they were written', () => {
    const items = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'and now?' }] },
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'nothing' },
    ]
    const { data } = good(inputItemPage(items, { ...FIRST_PAGE, order: 'asc' }))
    const check = openAiSchema('Item')
    for (const item of data) check?.(item)
    expect(data.map(({ id }) => id)).to.deep.equal(items.map((_, place) => `item_${place}`))
    expect(data.map((item) => item['content'])).to.deep.equal([
      [{ type: 'input_text', text: 'hello' }],
      [{ type: 'output_text', text: 'hi', annotations: [], logprobs: [] }],
      [{ type: 'input_text', text: 'and now?' }],
      undefined,
      undefined,
    ])
  })
})
