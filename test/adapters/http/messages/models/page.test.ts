import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { pageOfList } from '../../../../../src/adapters/http/messages/models/page.ts'

const LIST = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

const page = (ids: string, has_more: boolean): unknown =>
  right({
    data: ids.split('').map((id) => ({ id })),
    has_more,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  })

describe('a page of models', () => {
  const cases: readonly (readonly [limit: number, afterId: string | null, beforeId: string | null, unknown])[] = [
    [2, null, null, page('ab', true)],
    [4, null, null, page('abcd', false)],
    [2, 'b', null, page('cd', false)],
    [2, 'a', null, page('bc', true)],
    [2, 'd', null, page('', false)],
    [2, null, 'd', page('bc', true)],
    [9, null, 'c', page('ab', false)],
    [2, null, 'a', page('', false)],
    [2, 'x', null, left({ tag: 'invalid_cursor' })],
    [2, null, 'x', left({ tag: 'invalid_cursor' })],
  ]
  for (const [limit, afterId, beforeId, expected] of cases) {
    it(`holds ${limit} entries at most, after ${afterId} and before ${beforeId}`, () =>
      expect(pageOfList(LIST, { limit, afterId, beforeId })).to.deep.equal(expected))
  }
})
