import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { pastePage } from '../../support/documents/client-page.ts'
import { blocksOf } from '../../support/documents/code-blocks.ts'
import { areSamplesTried, missingSamplePrograms } from '../../support/documents/samples/sample-programs.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

const GUIDES = resolve(import.meta.dirname, '../../../docs/guides')

/** What the commands of each guide print when they work. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'quick-start.md': [/"content":"Hello, gateway"/, /Hello from Node\n/, /^Hello from Python$/m],
  'streaming.md': [/^data: \[DONE\]$/m, /"usage":\{"prompt_tokens"/, /^Streamed to Node$/m, /^Streamed to Python$/m],
  'tools.md': [/^tool_calls .*weather: 12 degrees and rain/m, /\\"degrees\\":\s?-?\d/],
  'responses.md': [/"object":"response"/, /^continued: true, A second question$/m],
  'messages.md': [/"type":"message"/, /^end_turn thinking and text$/m],
  'media.md': [/"text":"[^"]+"/, /"object":"embedding"/],
  'errors.md': [/^404 model_not_found$/m],
  'prices-and-holds.md': [/"object":"usage\.receipt"/, /"usage_rub":"\d+\.\d+"/, /"group":"model"/],
  'idempotency.md': [/(?:"content":"Once"[^]*){2}/, /^Paid once, although the first attempts gave up$/m],
  'limits.md': [/^x-ratelimit-remaining-requests: \d+/im],
  'sandbox.md': [/"reasoning_content":"[^"]+/],
}

const suite = (): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    customer = await world.customer(gateway.url, '1000')
  })
  after(() => world.remove())

  it('are all tried', async () => {
    const files = (await readdir(GUIDES)).filter((name) => /^[\w-]+\.md$/.test(name))
    expect(Object.keys(PRINTED)).to.have.members(files)
  })

  for (const [guide, patterns] of Object.entries(PRINTED)) {
    it(`${guide} does what it says`, async () => {
      const { stdout } = await pastePage(guide, { url: gateway.url, apiKey: customer.apiKey }, 'guides')
      for (const pattern of patterns) expect(stdout).to.match(pattern)
    })
  }

  it('show the limits as the first answer of an account has them', async () => {
    const { apiKey } = await world.customer(gateway.url, '10')
    const { headers } = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${apiKey}` } })
    const shown = blocksOf(await readFile(join(GUIDES, 'limits.md'), 'utf8'))[0]?.text ?? ''
    const names = shown.split('\n').map((line) => line.split(':', 1)[0] ?? '')
    expect(names).to.have.length(3)
    // Services under test have a larger limit than the default.
    const limit = Number(headers.get('x-ratelimit-limit-requests'))
    const here = shown.replace(/: 60$/m, `: ${limit}`).replace(/: 59$/m, `: ${limit - 1}`)
    expect(names.map((name) => `${name}: ${headers.get(name)}`).join('\n')).to.equal(here)
  })

  it('show errors as the service answers them', async () => {
    const key = { authorization: `Bearer ${customer.apiKey}` }
    const refused = async (path: string, body: unknown, headers: Record<string, string> = key): Promise<unknown> => {
      const json = { 'content-type': 'application/json' }
      const request = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
      return (await fetch(`${gateway.url}${path}`, request)).json()
    }
    const shown = blocksOf(await readFile(join(GUIDES, 'errors.md'), 'utf8')).filter(
      ({ language }) => language === 'json',
    )
    const answers = [
      await refused('/v1/chat/completions', { model: 'sandbox/echo', messages: [{ role: 'robot', content: 'Hello' }] }),
      await refused('/v1/messages', { model: 'sandbox/echo', messages: [{ role: 'user', content: 'Hello' }] }),
      await refused('/v1/auth/login', { email: customer.email, password: 'another password' }, {}),
    ]
    const withoutId = JSON.stringify(answers).replace(/"request_id":"[^"]+"/, '"request_id":"…"')
    expect(shown.map(({ text }) => JSON.parse(text) as unknown)).to.deep.equal(JSON.parse(withoutId))
  })

  it('exist in both languages, with the same code', async () => {
    for (const guide of Object.keys(PRINTED)) {
      const [english = '', russian = ''] = await Promise.all(
        [guide, guide.replace('.md', '.ru.md')].map((file) => readFile(join(GUIDES, file), 'utf8')),
      )
      expect(blocksOf(russian), guide).to.deep.equal(blocksOf(english))
    }
  })
}

if (areSamplesTried()) describe('guides', suite)
else process.stdout.write(`  left out, missing: ${missingSamplePrograms()}: guides\n`)
