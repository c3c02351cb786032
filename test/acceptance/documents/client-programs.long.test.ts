import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { pastePage } from '../../support/documents/client-page.ts'
import { isTried, programsLeftOut } from '../../support/documents/client-programs.ts'
import type { ClientProgram } from '../../support/documents/client-programs.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'

/** What each page prints when its program ran the command that the model called for, and sent back the output. */
const PAGES: readonly { readonly page: string; readonly program: ClientProgram; readonly printed: RegExp }[] = [
  { page: 'codex.md', program: 'codex', printed: /^exec_command: [^]*Process exited with code 0[^]*^sandbox$/m },
  { page: 'claude-code.md', program: 'claude', printed: /^Bash: sandbox$/m },
  { page: 'continue.md', program: 'cn', printed: /^Bash: sandbox$/m },
  { page: 'opencode.md', program: 'opencode', printed: /^bash: sandbox$/m },
]

describe('pages for programs', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer

  before(async () => {
    world = await WORLDS['the embedded database']()
    gateway = await world.start()
    customer = await world.customer(gateway.url, '1000')
  })
  after(() => world.remove())

  for (const each of programsLeftOut()) process.stdout.write(`  left out, missing: ${each}\n`)

  for (const { page, program, printed } of PAGES.filter((each) => isTried(each.program))) {
    it(`${page} brings ${program} through a turn with a tool call, and shows what it cost`, async () => {
      const { stdout, spent } = await pastePage(page, { url: gateway.url, apiKey: customer.apiKey })
      expect(stdout).to.match(printed)
      expect(spent).to.be.above(0)
    })
  }

  if (!isTried('claude')) return
  it('Claude Code shows the words of a refusal because money is lacking, and does not ask again', async () => {
    const { apiKey } = await makeCustomer(gateway.url, '0')
    const shown = await pastePage('claude-code.md', { url: gateway.url, apiKey }).catch(String)
    expect(shown).to.match(/API Error: 402 Your balance is below/)
    const refusals = (): readonly string[] =>
      gateway
        .output()
        .split('\n')
        .filter((line) => line.includes('"operation":"createMessage"') && line.includes('"status":402'))
    // The line of a call is written after its answer.
    await eventually(() => refusals().length > 0)
    expect(refusals()).to.have.length(1)
  })
})
