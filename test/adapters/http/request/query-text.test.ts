import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { queryText } from '../../../../src/adapters/http/request/query-text.ts'

describe('the query of a request', () => {
  it('holds no character that the database refuses, whatever bytes a client sends', () => {
    expect(queryText('a=%00&b=x%00y%00&c=%ED%A0%80&d=%ff')).to.deep.equal(
      right({ a: '\uFFFD', b: 'x\uFFFDy\uFFFD', c: '\uFFFD\uFFFD\uFFFD', d: '\uFFFD' }),
    )
  })

  it('has the members of a list in one text, and no other name twice', () => {
    expect(queryText('include[]=a&include%5B%5D=b&limit=1')).to.deep.equal(right({ 'include[]': 'a,b', limit: '1' }))
    expect(isLeft(queryText('limit=1&limit=2'))).to.equal(true)
  })
})
