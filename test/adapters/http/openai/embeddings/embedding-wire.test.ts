import { expect } from 'chai'
import { writeEmbeddings } from '../../../../../src/adapters/http/openai/embeddings/embedding-wire.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

const floats = (length: number): Float32Array<ArrayBuffer> => Float32Array.from({ length }, (_, at) => Math.sin(at))

describe('the body of embeddings', () => {
  it('is the form of the published schema, with numbers or with their bytes', async () => {
    const answer = { vectors: [new Float32Array([1, -0.5])], promptTokens: 3, priceMicro: 500_000n }
    const body = (embedding: unknown) => ({
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding }],
      model: 'v/"m"',
      usage: { prompt_tokens: 3, total_tokens: 3, cost: 0.5, cost_rub: '0.50' },
    })
    expect(JSON.parse(textOf(await writeEmbeddings(answer, 'v/"m"', 'float')))).to.deep.equal(body([1, -0.5]))
    expect(JSON.parse(textOf(await writeEmbeddings(answer, 'v/"m"', 'base64')))).to.deep.equal(body('AACAPwAAAL8='))
  })

  it('lets other work run while many numbers are written', async () => {
    const vectors = Array.from({ length: 20 }, () => floats(50_000))
    let turns = 0
    let isRunning = true
    const otherWork = (): void => {
      turns += 1
      if (isRunning) setImmediate(otherWork)
    }
    setImmediate(otherWork)
    const bytes = await writeEmbeddings({ vectors, promptTokens: 1, priceMicro: 1n }, 'v/m', 'float')
    isRunning = false
    expect(turns).to.be.at.least(20)
    const { data } = JSON.parse(textOf(bytes)) as {
      readonly data: readonly { readonly embedding: readonly number[] }[]
    }
    expect(data.map(({ embedding }) => Float32Array.from(embedding))).to.deep.equal(vectors)
  })
})
