import { resolve } from 'node:path'
import { execPath } from 'node:process'
import { expect } from 'chai'
import { balanceAtRest, makeCustomer } from '../../support/accounts/customer.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { runProgram } from '../../support/processes/child-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** As its user writes it: nothing but the address, the key and the model. */
const LANGCHAIN = `
  import { OpenAIEmbeddings } from '@langchain/openai'

  const { GATEWAY_KEY: apiKey, GATEWAY_URL: baseURL } = process.env
  const embeddings = new OpenAIEmbeddings({ model: 'sandbox/embedding', apiKey, configuration: { baseURL } })
  const query = await embeddings.embedQuery('A red boat')
  const documents = await embeddings.embedDocuments(Array.from({ length: 600 }, (_, at) => 'page ' + at))
  const again = await embeddings.embedDocuments(['A red boat'])
  const short = new OpenAIEmbeddings({
    model: 'sandbox/embedding', apiKey, dimensions: 8, configuration: { baseURL },
  })
  console.log(JSON.stringify({
    query: query.length,
    documents: documents.length,
    isSame: JSON.stringify(again[0]) === JSON.stringify(query),
    short: (await short.embedQuery('A red boat')).length,
  }))
`

describe('embeddings through a framework', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess

  before(async () => {
    world = await WORLDS['the embedded database']()
    gateway = await world.start()
  })
  after(() => world.remove())

  it('come to LangChain as to any client, in batches of its own size', async () => {
    const customer = await makeCustomer(gateway.url, '100')
    const env = { GATEWAY_KEY: customer.apiKey, GATEWAY_URL: `${gateway.url}/v1` }
    const program = runProgram(execPath, ['--input-type=module', '--eval', LANGCHAIN], { cwd: ROOT, env })
    expect(await program.ended(), program.stderr()).to.equal(0)
    expect(JSON.parse(program.stdout())).to.deep.equal({ query: 256, documents: 600, isSame: true, short: 8 })
    // 600 pages of two words and three questions of three, at 100 roubles a million.
    expect((await balanceAtRest(customer)).balance).to.equal('99.8791')
  })
})
