import { expect } from 'chai'
import type { SmallBalances, SmallCustomer } from '../../../support/surfaces/small-balance.ts'
import { openSmallBalances } from '../../../support/surfaces/small-balance.ts'
import { balanceAtRest } from '../../../support/accounts/customer.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { answersJson } from '../../../support/upstreams/upstream-scripts.ts'

const IMAGE = Buffer.from(TINY_PNG).toString('base64')

/** At this model the most expensive image holds 114 roubles, one of `high` 28.6 and one of `low` 3.2. */
describe('An image whose request leaves the quality open, on a small balance', () => {
  const asked = { model: 'openai/gpt-image-2.5-sunburst', prompt: 'a red boat' }

  let balances: SmallBalances
  before(async () => {
    balances = await openSmallBalances()
  })
  after(() => balances.close())

  const usage = { input_tokens: 10, output_tokens: 1_756, total_tokens: 1_766 }
  const generated = () =>
    answersJson({
      created: 1,
      data: [{ b64_json: IMAGE }],
      usage: { ...usage, input_tokens_details: { text_tokens: 10, image_tokens: 0 } },
    })

  const make = ({ openai }: SmallCustomer, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    openai.images.generate({ ...asked, ...more }, { headers }).withResponse()

  it('is made in the most expensive quality that the money lasts for, which a header names', async () => {
    const little = await balances.customer('30')
    balances.upstream.next(generated())
    const { response } = await make(little)
    expect(response.headers.get('x-gateway-quality')).to.equal('high')
    expect(balances.upstream.requests.at(-1)?.body).to.include({ quality: 'high' }).and.not.have.property('size')
    // 10 tokens at 600 and 1,756 at 4,800 roubles a million.
    expect((await balanceAtRest(little.customer)).balance).to.equal('21.5652')
  })

  it('is left to the provider where the money lasts for every quality', async () => {
    const enough = await balances.customer('150')
    balances.upstream.next(generated())
    const { response } = await make(enough)
    expect(response.headers.has('x-gateway-quality')).to.equal(false)
    expect(balances.upstream.requests.at(-1)?.body).not.to.have.property('quality')
  })

  it('is refused where the client wants every quality or none, and where the money lasts for none', async () => {
    const sent = balances.upstream.requests.length
    const [little, hardly] = await Promise.all([balances.customer('30'), balances.customer('2')])
    const statusOf = (made: Promise<unknown>) => made.catch((error: unknown) => (error as { status: number }).status)
    expect(await statusOf(make(little, {}, { 'x-gateway-shorten': 'never' }))).to.equal(402)
    expect(await statusOf(make(little, { quality: 'max' }))).to.equal(402)
    expect(await statusOf(make(hardly))).to.equal(402)
    expect(balances.upstream.requests.length).to.equal(sent)
  })
})
