import { expect } from 'chai'
import type { SmallBalances, SmallCustomer } from '../../../support/surfaces/small-balance.ts'
import { openSmallBalances } from '../../../support/surfaces/small-balance.ts'
import { balanceAtRest } from '../../../support/accounts/customer.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { content } from '../../../support/upstreams/google-answers.ts'
import { answersJson } from '../../../support/upstreams/upstream-scripts.ts'

/** The longest answer that Google documents: the largest image, and thoughts up to 32,768 tokens. */
const LONGEST = {
  promptTokenCount: 3,
  candidatesTokenCount: 2_520,
  thoughtsTokenCount: 30_248,
  totalTokenCount: 32_771,
  candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 2_520 }],
}

describe('An image of a model that thinks before it, on a small balance', () => {
  let balances: SmallBalances
  before(async () => {
    balances = await openSmallBalances()
  })
  after(() => balances.close())

  const image = { inlineData: { mimeType: 'image/png', data: Buffer.from(TINY_PNG).toString('base64') } }

  const make = ({ openai }: SmallCustomer) =>
    openai.images.generate({ model: 'google/gemini-3.1-flash-image', prompt: 'a red boat' })

  it('costs no more than is held, however long the model thinks, and its thoughts have their own price', async () => {
    const enough = await balances.customer('29.1')
    balances.upstream.next(answersJson(content([image], 'STOP', { usageMetadata: LONGEST })))
    const { usage } = await make(enough)
    expect(usage?.output_tokens_details).to.deep.equal({ text_tokens: 30_248, image_tokens: 2_520 })
    // 3 tokens at 60, 2,520 at 7,200 and 30,248 at 360 roubles a million: 29.03346.
    expect(usage).to.include({ output_tokens: 32_768, cost_rub: '29.03346' })
    expect((await balanceAtRest(enough.customer)).balance).to.equal('0.06654')
  })

  it('is refused where the money does not last for that, before the provider is asked', async () => {
    const little = await balances.customer('29')
    const sent = balances.upstream.requests.length
    const refused = await make(little).catch((error: unknown) => (error as { status: number }).status)
    expect(refused).to.equal(402)
    expect(balances.upstream.requests.length).to.equal(sent)
  })
})
