import { expect } from 'chai'
import { suspectedInputs } from '../../../src/domain/embeddings/overlong.ts'
import { embeddingModel } from '../../support/media/embedding-models.ts'

const suspected = (inputs: readonly (string | readonly number[])[], model = embeddingModel()) =>
  suspectedInputs(model, { inputs })

describe('texts that look too long for a model', () => {
  it('are those of more than four characters for each token of the limit', () => {
    const found = suspected(['a'.repeat(400), 'a'.repeat(401), [1], 'ж'.repeat(401)])
    expect(found.suspects.map(({ index }) => index)).to.deep.equal([1, 3])
  })

  it('are proven too long by a count half as large again as the limit', () => {
    expect(suspected(['a']).maxCount).to.equal(150)
  })

  it('are counted by their beginning, and all together up to a bound', () => {
    const [text] = suspected(['a'.repeat(2_000)]).suspects
    expect(text?.beginning).to.have.lengthOf(1_200)
    const model = embeddingModel({ limits: { maxInputTokens: 10_000, dimensions: null } })
    const long = 'a'.repeat(1_000_000)
    const lengths = suspected(
      Array.from({ length: 50 }, () => long),
      model,
    ).suspects.map(({ beginning }) => beginning.length)
    expect(lengths).to.deep.equal([120_000, 120_000, 120_000, 40_000])
  })

  it('are none of a model without a limit', () => {
    const model = embeddingModel({ limits: { maxInputTokens: null, dimensions: null } })
    expect(suspected(['a'.repeat(1_000_000)], model).suspects).to.deep.equal([])
  })
})
