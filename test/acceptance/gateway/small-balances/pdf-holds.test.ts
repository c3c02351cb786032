import type Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import type OpenAI from 'openai'
import { errorBody, message } from '../../../adapters/providers/anthropic/message-events.ts'
import { balanceAtRest } from '../../../support/accounts/customer.ts'
import type { Customer } from '../../../support/accounts/customer.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../support/media/tiny-pdf.ts'
import { openSmallBalances } from '../../../support/surfaces/small-balance.ts'
import type { SmallBalances } from '../../../support/surfaces/small-balance.ts'
import type { ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { answersJson } from '../../../support/upstreams/upstream-scripts.ts'

const FILE = { filename: 'a.pdf', file_data: TINY_PDF_URL }
const PDF = {
  type: 'base64' as const,
  media_type: 'application/pdf' as const,
  data: Buffer.from(TINY_PDF).toString('base64'),
}

/** The whole context of the sandbox's models costs 64 roubles, and of Claude's 240 and more. */
describe('A PDF on a small balance', () => {
  let balances: SmallBalances
  let upstream: ScriptedUpstream
  let customer: Customer
  let openai: OpenAI
  let anthropic: Anthropic

  before(async () => {
    balances = await openSmallBalances()
    upstream = balances.upstream
  })
  beforeEach(async () => {
    ;({ customer, openai, anthropic } = await balances.customer('20'))
  })
  after(() => balances.close())

  const model = 'sandbox/echo'
  const claude = 'anthropic/claude-sonnet-5.5'
  const document: Anthropic.MessageCreateParamsNonStreaming = {
    model: claude,
    max_tokens: 100,
    messages: [{ role: 'user', content: [{ type: 'document', source: PDF }] }],
  }

  it('is read on every surface, and costs what the provider counted', async () => {
    const { choices } = await openai.chat.completions.create({
      model,
      messages: [{ role: 'user', content: [{ type: 'file', file: FILE }] }],
    })
    expect(choices[0]?.message.content).to.include('a.pdf: a PDF of')
    const { output_text: read } = await openai.responses.create({
      model,
      input: [{ role: 'user', content: [{ type: 'input_file', ...FILE }] }],
    })
    expect(read).to.include('a.pdf: a PDF of')
    const { content } = await anthropic.messages.create({ ...document, model })
    expect(JSON.stringify(content)).to.include('a PDF of')
    expect(Number((await balanceAtRest(customer)).balance)).to.be.within(19.9, 19.98)
  })

  it('is counted by the provider before it is held for, and then asked of it', async () => {
    upstream.next(
      answersJson({ input_tokens: 2_347 }),
      answersJson(message([{ type: 'text', text: 'papaya' }], { usage: { input_tokens: 2_347, output_tokens: 2 } })),
    )
    const { choices } = await openai.chat.completions.create({
      model: claude,
      messages: [{ role: 'user', content: [{ type: 'file', file: FILE }] }],
      max_tokens: 100,
    })
    expect(choices[0]?.message.content).to.equal('papaya')
    const paths = upstream.requests.slice(-2).map(({ path }) => path)
    expect(paths).to.deep.equal(['/v1/messages/count_tokens', '/v1/messages'])
    // 2,347 tokens at 240 roubles a million and two at 1,200.
    expect((await balanceAtRest(customer)).balance).to.equal('19.43432')
  })

  it('is refused where the provider counts more than there is money for, or gives no count', async () => {
    for (const count of [
      answersJson({ input_tokens: 90_000 }),
      answersJson(errorBody('invalid_request_error', 'documents by url are not counted'), 400),
    ]) {
      upstream.next(count)
      const sent = upstream.requests.length
      const refused = await anthropic.messages.create(document).catch((error: unknown) => error)
      expect(refused).to.have.property('status', 402)
      expect(upstream.requests.length).to.equal(sent + 1)
    }
    expect((await balanceAtRest(customer)).balance).to.equal('20.00')
  })
})
