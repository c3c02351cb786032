import type Anthropic from '@anthropic-ai/sdk'
import { expect } from 'chai'
import { message } from '../../../adapters/providers/anthropic/message-events.ts'
import { balanceAtRest } from '../../../support/accounts/customer.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { openSmallBalances } from '../../../support/surfaces/small-balance.ts'
import type { SmallBalances } from '../../../support/surfaces/small-balance.ts'
import { answersJson } from '../../../support/upstreams/upstream-scripts.ts'

const PNG = Buffer.from(TINY_PNG).toString('base64')

/** The largest image that Claude takes, 4,900 tokens, costs 1.176 roubles, and 100 tokens of answer 0.12. */
describe('An image in a prompt, on a small balance', () => {
  const model = 'anthropic/claude-sonnet-5.5'
  const asked: Anthropic.MessageCreateParamsNonStreaming = {
    model,
    max_tokens: 100,
    messages: [
      {
        role: 'user',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
      },
    ],
  }
  const answer = () =>
    answersJson(message([{ type: 'text', text: 'papaya' }], { usage: { input_tokens: 1_500, output_tokens: 2 } }))
  /** 1,500 tokens at 240 roubles a million and two at 1,200. */
  const spent = async (
    balances: SmallBalances,
    roubles: string,
  ): Promise<readonly [paths: string[], balance: string]> => {
    const { customer, anthropic } = await balances.customer(roubles)
    const sent = balances.upstream.requests.length
    await anthropic.messages.create(asked)
    const paths = balances.upstream.requests.slice(sent).map(({ path }) => path)
    return [paths, (await balanceAtRest(customer)).balance]
  }

  let balances: SmallBalances
  before(async () => {
    balances = await openSmallBalances()
  })
  after(() => balances.close())

  it('is counted by the provider before it is held for, and then asked of it', async () => {
    balances.upstream.next(answersJson({ input_tokens: 1_500 }), answer())
    expect(await spent(balances, '1')).to.deep.equal([['/v1/messages/count_tokens', '/v1/messages'], '0.6376'])
  })

  it('is not counted where the balance covers the largest image', async () => {
    balances.upstream.next(answer())
    expect(await spent(balances, '2')).to.deep.equal([['/v1/messages'], '1.6376'])
  })

  it('is refused where the provider counts more than there is money for', async () => {
    const { customer, anthropic } = await balances.customer('1')
    balances.upstream.next(answersJson({ input_tokens: 4_700 }))
    const refused = await anthropic.messages.create(asked).catch((error: unknown) => error)
    expect(refused).to.have.property('status', 402)
    expect((await balanceAtRest(customer)).balance).to.equal('1.00')
  })
})
