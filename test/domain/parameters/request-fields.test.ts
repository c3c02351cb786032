import { expect } from 'chai'
import { normalizedName, findForbiddenField, nameWords } from '../../../src/domain/parameters/request-fields.ts'

describe('a folded name', () => {
  it('is one for every spelling that a lenient server reads', () => {
    for (const name of [
      'max_tokens',
      'maxTokens',
      'MAX_TOKENS',
      'Max-Tokens',
      'max tokens',
      'ｍａｘ_ｔｏｋｅｎｓ',
      'maxToKens',
    ]) {
      expect(normalizedName(name), name).to.equal('maxtokens')
    }
    expect(normalizedName('ſtream')).to.equal('stream')
    expect(normalizedName('__proto__')).to.equal('proto')
  })

  it('has words, however they are joined', () => {
    for (const name of ['last_frame_url', 'lastFrameUrl', 'Last-Frame.URL', 'last2Frame url']) {
      expect(nameWords(name).join(' '), name).to.match(/^last2? frame url$/)
    }
  })

  it('is found at any depth and through lists, by its path', () => {
    const isForbidden = (name: string): boolean => normalizedName(name) === 'n'
    expect(findForbiddenField({ a: [{ b: 1 }, { c: [[{ N: 1 }]] }] }, isForbidden)).to.equal('a.1.c.0.0.N')
    expect(findForbiddenField({ a: [1, 2], n: null }, isForbidden)).to.equal(null)
    expect(findForbiddenField({ a: [1, 2], n: null }, isForbidden, true)).to.equal('n')
    expect(findForbiddenField('n', isForbidden)).to.equal(null)
    let deep: unknown = { n: 1 }
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep]
    expect(findForbiddenField(deep, isForbidden)).to.match(/\.n$/)
  })
})
