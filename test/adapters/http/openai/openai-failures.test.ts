import { expect } from 'chai'
import { openAiError } from '../../../../src/adapters/http/openai/openai-failures.ts'

describe('a refusal of the public gateway', () => {
  it('names the field of a wrong cursor, which is the same in every list', () => {
    expect(openAiError({ tag: 'invalid_cursor' })).to.include({ code: 'invalid_cursor', param: 'after' })
  })
})
