import { resolve } from 'node:path'
import { execPath } from 'node:process'
import { expect } from 'chai'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld, QUICK_GIVE_BACK } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { runProgram } from '../../support/processes/child-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

type Vectors = readonly (readonly number[])[]

interface Framework {
  /** As its user writes it: nothing but the address, the key and the model. */
  readonly embedder: string
  readonly embedOne: string
  readonly embedMany: string
  /** How many texts are embedded at once: more than one batch of the framework. */
  readonly pages: number
  /** What is left of 100 roubles: pages are two words, two questions have three, at 100 roubles a million. */
  readonly balance: string
}

const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  LangChain: {
    embedder: `
      import { OpenAIEmbeddings } from '@langchain/openai'
      const embedder = (settings) => new OpenAIEmbeddings({ model, apiKey, configuration: { baseURL }, ...settings })`,
    embedOne: 'embedQuery',
    embedMany: 'embedDocuments',
    pages: 600,
    balance: '99.8794',
  },
  LlamaIndex: {
    embedder: `
      import { OpenAIEmbedding } from '@llamaindex/openai'
      const embedder = (settings) => new OpenAIEmbedding({ model, apiKey, baseURL, ...settings })`,
    embedOne: 'getTextEmbedding',
    embedMany: 'getTextEmbeddingsBatch',
    pages: 25,
    balance: '99.9944',
  },
}

const TEXT = 'A red boat'

const programOf = ({ embedder, embedOne, embedMany, pages }: Framework): string => `
  ${embedder}
  const { GATEWAY_KEY: apiKey, GATEWAY_URL: baseURL } = process.env
  const model = 'sandbox/embedding'
  const plain = embedder({})
  console.log(JSON.stringify({
    one: await plain.${embedOne}('${TEXT}'),
    many: await plain.${embedMany}(Array.from({ length: ${pages} }, (_, at) => 'page ' + at)),
    short: await embedder({ dimensions: 8 }).${embedOne}('${TEXT}'),
  }))
`

describe('embeddings through a framework', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await openWorld()
    gateway = await world.serve(QUICK_GIVE_BACK)
  })
  after(() => world.remove())
  beforeEach(async () => {
    customer = await makeCustomer(gateway.url, '100')
  })

  /** The vectors in plain numbers, asked for without any client. */
  const numbersOf = async (input: string | readonly string[], dimensions?: number): Promise<Vectors> => {
    const response = await fetch(`${gateway.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.apiKey}` },
      body: JSON.stringify({ model: 'sandbox/embedding', input, encoding_format: 'float', dimensions }),
    })
    const { data } = (await response.json()) as { readonly data: readonly { readonly embedding: readonly number[] }[] }
    return data.map(({ embedding }) => embedding)
  }

  for (const [name, framework] of Object.entries(FRAMEWORKS)) {
    it(`come to ${name} as to any client: the same numbers in the order of the texts, in batches of its own size`, async () => {
      const env = { GATEWAY_KEY: customer.apiKey, GATEWAY_URL: `${gateway.url}/v1` }
      const program = runProgram(execPath, ['--input-type=module', '--eval', programOf(framework)], { cwd: ROOT, env })
      expect(await program.ended(), program.stderr()).to.equal(0)
      expect((await balanceAtRest(customer)).balance).to.equal(framework.balance)
      const printed = JSON.parse(program.stdout()) as Readonly<Record<'one' | 'short', readonly number[]>> & {
        readonly many: Vectors
      }
      expect([printed.one]).to.deep.equal(await numbersOf(TEXT))
      expect([printed.short]).to.deep.equal(await numbersOf(TEXT, 8))
      const pages = Array.from({ length: framework.pages }, (_, at) => `page ${at}`)
      expect(printed.many).to.deep.equal(await numbersOf(pages))
      const [[first], [last]] = await Promise.all([numbersOf('page 0'), numbersOf(`page ${framework.pages - 1}`)])
      expect([printed.many[0], printed.many.at(-1)]).to.deep.equal([first, last])
    })
  }
})
