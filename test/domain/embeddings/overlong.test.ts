import { expect } from 'chai'
import { suspectedInputs } from '../../../src/domain/embeddings/overlong.ts'
import { embeddingModel } from '../../support/media/embedding-models.ts'

const suspected = (inputs: readonly (string | readonly number[])[], model = embeddingModel()) =>
  suspectedInputs(model, { inputs })

describe('texts that look too long for a model', () => {
  it('are those of more than four bytes for each token of the limit', () => {
    const found = suspected(['a'.repeat(400), 'a'.repeat(401), [1], 'ж'.repeat(201)])
    expect(found.suspects.map(({ index }) => index)).to.deep.equal([1, 3])
  })

  it('are proven too long by a count half as large again as the limit', () => {
    expect(suspected(['a']).maxCount).to.equal(150)
  })

  it('are counted up to a bound, which one text alone may exceed', () => {
    const model = embeddingModel({ limits: { maxInputTokens: 10_000, dimensions: null } })
    const long = 'a'.repeat(100_000)
    expect(
      suspected(
        Array.from({ length: 50 }, () => long),
        model,
      ).suspects,
    ).to.have.lengthOf(6)
    const huge = embeddingModel({ limits: { maxInputTokens: 1_000_000, dimensions: null } })
    expect(suspected(['a'.repeat(4_000_001)], huge).suspects).to.have.lengthOf(1)
  })

  it('are none of a model without a limit', () => {
    const model = embeddingModel({ limits: { maxInputTokens: null, dimensions: null } })
    expect(suspected(['a'.repeat(1_000_000)], model).suspects).to.deep.equal([])
  })
})
