import { expect } from 'chai'
import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import type { EmbeddingModel } from '../../../src/domain/catalog/model.ts'
import { planEmbeddings } from '../../../src/domain/embeddings/plan.ts'
import type { EmbeddingInput, EmbeddingRequest } from '../../../src/domain/embeddings/request.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { embeddingModel, embeddingRequest } from '../../support/media/embedding-models.ts'

const unlimited = embeddingModel({ limits: { maxInputTokens: null, dimensions: null } })

const holdOf = (inputs: readonly EmbeddingInput[], model: EmbeddingModel = embeddingModel()): bigint => {
  const planned = planEmbeddings(model, embeddingRequest({ inputs }))
  if (!isRight(planned)) throw new Error('the request was refused')
  return planned.right.holdMicro
}

describe('the plan of embeddings', () => {
  it('holds a token for each byte of a text and for each token number, and some for the marks around an input', () => {
    expect(holdOf(['Ёлка'])).to.equal(16n)
    expect(holdOf([[1, 2, 3]])).to.equal(11n)
    expect(holdOf(['Ёлка', 'ab'])).to.equal(26n)
  })

  it('holds no more for an input than the model can read of it', () => {
    const long = 'a'.repeat(5_000)
    expect(holdOf([long])).to.equal(100n)
    expect(holdOf([long], unlimited)).to.equal(5_008n)
  })

  it('holds something for any input', () => {
    const input = fc.oneof(fc.string({ minLength: 1 }), fc.array(fc.nat(), { minLength: 1 }))
    fc.assert(
      fc.property(fc.array(input, { minLength: 1 }), (inputs) => {
        expect(holdOf(inputs, unlimited) > 0n).to.equal(true)
      }),
    )
  })

  const REFUSED: readonly (readonly [string, Partial<EmbeddingRequest>, Partial<EmbeddingModel>, object])[] = [
    [
      'token numbers of a model that reads texts',
      { inputs: [[1]] },
      { readsTokens: false },
      { tag: 'unsupported_parameter', param: 'input' },
    ],
    [
      'more dimensions than the model has',
      { dimensions: 9 },
      {},
      { tag: 'unsupported_parameter', param: 'dimensions' },
    ],
    [
      'dimensions of a model that has one length',
      { dimensions: 1 },
      { unsupportedParameters: new Set(['dimensions']) },
      { tag: 'unsupported_parameter', param: 'dimensions' },
    ],
    [
      'too many token numbers',
      { inputs: [Array.from({ length: 101 }, () => 1)] },
      {},
      { tag: 'rejected_by_upstream', code: 'context_length_exceeded', param: 'input', unsent: true },
    ],
    [
      'too many token numbers in one of several inputs',
      { inputs: ['a', Array.from({ length: 101 }, () => 1)] },
      {},
      { code: 'context_length_exceeded', param: 'input.1' },
    ],
  ]
  for (const [name, asked, model, refusal] of REFUSED) {
    it(`refuses ${name}`, () => {
      const planned = planEmbeddings(embeddingModel(model), embeddingRequest(asked))
      expect(planned).to.have.property('left').that.includes(refusal)
    })
  }

  it('takes as many dimensions and token numbers as the model has', () => {
    const inputs = [Array.from({ length: 100 }, () => 1)]
    expect(isRight(planEmbeddings(embeddingModel(), embeddingRequest({ inputs, dimensions: 8 })))).to.equal(true)
    expect(isRight(planEmbeddings(unlimited, embeddingRequest({ dimensions: 9_000 })))).to.equal(true)
  })

  it('refuses a model of another kind', () => {
    expect(planEmbeddings(chatModel(), embeddingRequest())).to.have.nested.property(
      'left.tag',
      'unsupported_capability',
    )
  })
})
