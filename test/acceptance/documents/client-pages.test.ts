import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { pastePage } from '../../support/documents/client-page.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

/** What each page prints when it works; the clients of the other pages are programs, which not every machine has. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'ai-sdk.md': [
    /^Say this back to me 0\.\d+ roubles$/m,
    /^weather: It is sunny in \w+ 2 steps$/m,
    /^next: And tomorrow\?$/m,
    /^\{ city: '\w+' \}$/m,
    /^2 vectors$/m,
  ],
  'openai-agents.md': [
    /^next: weather: It is sunny in \w+$/m,
    /^weather: It is sunny in \w+ \[ 0\.\d+, 0\.\d+ \] roubles$/m,
    /^weather: It is sunny in \w+$/m,
  ],
  'langchain.md': [
    /^Say hello 0\.\d+ roubles$/m,
    /^Say this back to me$/m,
    /^weather \{ city: '\w+' \}$/m,
    /^\{ city: '\w+' \}$/m,
    /^2 vectors$/m,
  ],
  'cursor.md': [/"delta":\{[^}]*"content":"Say/, /^data: \[DONE\]$/m],
}

describe('pages for clients', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await world.customer(gateway.url, '1000')
  })
  after(() => world.remove())

  for (const [page, patterns] of Object.entries(PRINTED)) {
    it(`${page} does what it says, and its last command shows what was spent`, async () => {
      const { stdout, spent } = await pastePage(page, { url: gateway.url, apiKey: customer.apiKey })
      for (const pattern of patterns) expect(stdout).to.match(pattern)
      expect(stdout, 'each program ends its last line').to.match(/^\{.*"usage_rub"/m)
      expect(spent).to.be.above(0)
    })
  }
})
