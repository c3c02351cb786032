import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { sandboxEmbeddings } from '../../../../src/adapters/providers/sandbox/embedding-provider.ts'
import type { EmbeddingRequest } from '../../../../src/domain/embeddings/request.ts'
import { OPERATION_ID } from '../../../support/chat/chat-calls.ts'
import { embeddingRequest } from '../../../support/media/embedding-models.ts'

const provider = sandboxEmbeddings()

const DEPLOYMENT = { provider: 'sandbox', upstreamModel: 'embedding', parameters: {} }

const embed = async (asked: Partial<EmbeddingRequest>) => {
  const request = embeddingRequest(asked)
  const answered = await provider.embed({ operationId: OPERATION_ID, deployment: DEPLOYMENT, request })
  if (isLeft(answered)) throw new Error(answered.left.message)
  return answered.right
}

describe('embeddings of the sandbox', () => {
  it('are unit vectors of the asked dimensions that depend on the input alone', async () => {
    const input = fc.oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.array(fc.nat(), { minLength: 1 }))
    await fc.assert(
      fc.asyncProperty(input, input, fc.integer({ min: 1, max: 64 }), async (one, other, dimensions) => {
        const { vectors } = await embed({ inputs: [one, other], dimensions })
        const alone = await embed({ inputs: [one], dimensions })
        expect(alone.vectors[0]).to.deep.equal(vectors[0])
        for (const vector of vectors) {
          expect(vector).to.have.lengthOf(dimensions)
          expect(Math.hypot(...vector)).to.be.closeTo(1, 1e-5)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('count words and token numbers', async () => {
    expect(await embed({ inputs: ['two words', ' ', [1, 2, 3]] })).to.have.property('promptTokens', 6)
  })

  it('are refused for an input that is too long, by its place', async () => {
    const refused = async (...inputs: EmbeddingRequest['inputs']) => {
      const request = embeddingRequest({ inputs })
      const answered = await provider.embed({ operationId: OPERATION_ID, deployment: DEPLOYMENT, request })
      return isLeft(answered) ? answered.left : answered.right.promptTokens
    }
    const long = 'word '.repeat(8_193)
    const failure = { tag: 'rejected', code: 'context_length_exceeded' }
    expect(await refused(long)).to.include({ ...failure, param: 'input' })
    expect(await refused('a', long)).to.include({ ...failure, param: 'input.1' })
    expect(await refused(long.slice(5), 'a')).to.equal(8_193)
  })

  it('are of one model alone', async () => {
    const deployment = { provider: 'sandbox', upstreamModel: 'other', parameters: {} }
    const answered = await provider.embed({ operationId: OPERATION_ID, deployment, request: embeddingRequest() })
    expect(answered).to.have.nested.property('left.tag', 'misconfigured')
  })
})
