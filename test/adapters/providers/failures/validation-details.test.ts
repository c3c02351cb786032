import { expect } from 'chai'
import { validationDetails } from '../../../../src/adapters/providers/failures/validation-details.ts'
import { fromErrorResponse } from '../../../../src/adapters/providers/openai-errors.ts'

const EXTRA = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', input: 1 }

describe('validationDetails', () => {
  it('says what FastAPI found wrong, and where', () => {
    expect(validationDetails([{ loc: ['body', 'temperature'], msg: 'Input should be at most 1' }])).to.deep.equal({
      message: 'temperature: Input should be at most 1',
      param: 'temperature',
    })
  })

  it('finds the problems inside another detail, as Mistral writes them', () => {
    expect(validationDetails({ detail: [{ loc: ['body', 'tools', 0, 'type'], msg: 'bad' }] })).to.deep.equal({
      message: 'tools.0.type: bad',
      param: 'tools.0.type',
    })
  })

  it('leaves the role out of the place of a message, which the request has no such field for', () => {
    expect(validationDetails([{ ...EXTRA, loc: ['body', 'messages', 3, 'user', 'name'] }])?.param).to.equal(
      'messages.3.name',
    )
    expect(validationDetails([{ ...EXTRA, loc: ['body', 'tools', 3, 'user'] }])?.param).to.equal('tools.3.user')
  })

  it('names the first three problems', () => {
    const problems = ['a', 'b', 'c', 'd'].map((name) => ({ loc: ['body', name], msg: 'bad' }))
    expect(validationDetails(problems)).to.deep.equal({ message: 'a: bad; b: bad; c: bad', param: 'a' })
  })

  it('names no field where the problem is about none of the body', () => {
    for (const loc of [undefined, [], ['body'], ['header', 'authorization'], ['body', null]]) {
      expect(validationDetails([{ loc, msg: 'bad' }])).to.deep.equal({ message: 'bad', param: null })
    }
  })

  it('is null for anything else', () => {
    for (const value of [undefined, null, 'bad', 1, {}, [], [{}], [{ msg: 1 }], { detail: 'bad' }, ['bad']]) {
      expect(validationDetails(value)).to.equal(null)
    }
  })
})

describe('fromErrorResponse: the problems of a check', () => {
  for (const [title, body] of [
    ['FastAPI', { detail: [{ ...EXTRA, loc: ['body', 'seed'] }] }],
    [
      'Mistral',
      { object: 'error', message: { detail: [{ ...EXTRA, loc: ['body', 'seed'] }] }, param: null, code: null },
    ],
    ['Mistral, without the inner detail', { object: 'Error', message: [{ ...EXTRA, loc: ['body', 'seed'] }] }],
  ] as const) {
    it(`tells the caller what the provider finds wrong with a field that it does not take: ${title}`, () => {
      expect(fromErrorResponse(422, {}, body)).to.include({
        tag: 'rejected',
        code: 'unsupported_parameter',
        param: 'seed',
        message: 'seed: Extra inputs are not permitted',
      })
    })
  }
})
