import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { readRequest } from '../../../../../src/adapters/http/openai/chat/read-request.ts'

const base = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }

describe('readRequest', () => {
  it('reads a request in more than one older or foreign form, and finds every field where the client wrote it', () => {
    const read = readRequest({ ...base, functions: [{ name: 'now' }], reasoning: { effort: 'low' } })
    if (isLeft(read)) throw new Error(read.left.param)
    const { request, isOlder, pathOf } = read.right
    expect(request).to.deep.include({ reasoning_effort: 'low', include_reasoning: true })
    expect(request.tools).to.deep.equal([{ type: 'function', function: { name: 'now' } }])
    expect(isOlder).to.equal(true)
    expect(['tools.0.function.name', 'reasoning_effort', 'seed'].map((path) => pathOf?.(path))).to.deep.equal([
      'functions.0.name',
      'reasoning.effort',
      'seed',
    ])
  })

  it('hands a request in the usual form on as it is', () => {
    const read = readRequest(base)
    expect(!isLeft(read) && [read.right.request, read.right.pathOf]).to.deep.equal([base, null])
  })

  it('refuses a request that says two things', () => {
    const read = readRequest({ ...base, reasoning_effort: 'low', reasoning: { enabled: false } })
    expect(isLeft(read) && read.left.param).to.equal('reasoning.enabled')
  })
})
