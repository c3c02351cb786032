import { expect } from 'chai'
import { readUsageEndpoint } from '../../../../src/adapters/http/account/usage/read-usage.ts'
import { readKeyUsageEndpoint } from '../../../../src/adapters/http/openai/spending/read-key-usage.ts'
import { readUsage } from '../../../../src/application/billing/usage/read-usage.ts'
import type { UsageOfGroup, UsageQuery } from '../../../../src/application/ports/billing/usage-log.ts'
import { totalOf } from '../../../../src/domain/ledger/usage/usage-sums.ts'
import { GOOD_KEY, GOOD_TOKEN, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const SUMS = {
  ...totalOf([]),
  calls: 2,
  failures: 1,
  inputTokens: 30,
  milliseconds: 1_500,
  cost: 1_500_000n,
  writtenOff: 1n,
}
const WIRED = {
  calls: 2,
  refusals: 0,
  failures: 1,
  input_tokens: 30,
  cached_tokens: 0,
  cache_write_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  images: 0,
  seconds: 1.5,
}
const KEY = { id: 'k1', name: '@SUM(A1)', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
const RANGE = 'from=1767225600&to=1767229200'

type Body = Readonly<Record<string, unknown>>

describe('the readings of usage', () => {
  let app: RunningApp
  let queries: UsageQuery[] = []
  let groups: readonly UsageOfGroup[] = []

  before(async () => {
    const sum = async (query: UsageQuery): Promise<readonly UsageOfGroup[]> => {
      queries.push(query)
      return groups
    }
    const keyNames = { find: async () => new Map([['k1', KEY]]) }
    const clock = { now: () => Date.parse('2026-11-23T01:52:10Z') }
    const read = readUsage({ usage: { sum }, keyNames, clock })
    app = await serveForTest([readUsageEndpoint(read), readKeyUsageEndpoint(read)])
  })
  beforeEach(() => {
    queries = []
    groups = [{ value: '2026-01-01', sums: SUMS }]
  })
  after(() => app.close())

  const ofAccount = (query: string, accept = 'application/json'): Promise<Response> =>
    fetch(`${app.url}/v1/me/usage?${query}`, { headers: { authorization: `Bearer ${GOOD_TOKEN}`, accept } })
  const ofKey = (query: string, accept = 'application/json'): Promise<Response> =>
    fetch(`${app.url}/v1/usage?${query}`, { headers: { authorization: `Bearer ${GOOD_KEY}`, accept } })

  it('writes sums as decimal strings, the range that was used, and the total', async () => {
    const body = (await (await ofAccount(`from=1767225601&to=1767229199&time_zone=Europe/Moscow`)).json()) as Body
    const figures = { ...WIRED, cost: '1.50', written_off: '0.000001' }
    expect(body).to.deep.equal({
      from: 1_767_225_600,
      to: 1_767_229_200,
      group: 'day',
      time_zone: 'Europe/Moscow',
      currency: 'RUB',
      data: [{ day: '2026-01-01', ...figures }],
      total: figures,
    })
    expect(queries[0]).to.deep.include({ accountId: 'user-1', keyId: null, timeZone: 'Europe/Moscow', group: 'day' })
  })

  it('gives each group its own field', async () => {
    const CASES: readonly (readonly [group: string, value: string | null, field: object])[] = [
      ['hour', '1767225600', { hour: 1_767_225_600 }],
      ['model', null, { model: null }],
      ['key', 'k1', { key: { id: 'k1', name: '@SUM(A1)', masked: 'sk-aiagg-abc…wxyz' } }],
      ['key', null, { key: null }],
      ['surface', 'chat', { surface: 'chat' }],
    ]
    for (const [group, value, field] of CASES) {
      groups = [{ value, sums: SUMS }]
      const body = (await (await ofAccount(`${RANGE}&group=${group}&currency=TOKEN`)).json()) as { data: Body[] }
      expect(body.data, group).to.deep.equal([{ ...field, ...WIRED, cost: '1.5', written_off: '0.000001' }])
    }
  })

  it('hands the filters on; a key reads its own usage alone, in roubles', async () => {
    const key = '0198c0de-0000-7000-8000-000000000001'
    await ofAccount(`${RANGE}&key=${key}&model=m&surface=chat&currency=TOKEN`)
    const body = (await (await ofKey(`${RANGE}&model=m&key=${key}&currency=TOKEN`)).json()) as Body
    expect(body).to.deep.include({ object: 'usage', currency: 'RUB' })
    expect(queries[0]).to.deep.include({ keyId: key, model: 'm', surface: 'chat', currency: 'TOKEN' })
    expect(queries[1]).to.deep.include({
      accountId: 'user-1',
      keyId: 'key-1',
      model: 'm',
      surface: null,
      currency: 'RUB',
    })
  })

  it('refuses ranges that are too long or empty, and words that it does not know, in words', async () => {
    const long = await ofAccount('from=0&to=1767225600')
    const { detail } = (await long.json()) as { detail: readonly Body[] }
    const problem = { loc: ['query', 'from'], msg: 'must be at most 366 days before `to`', type: 'out_of_range' }
    expect([long.status, detail]).to.deep.equal([422, [problem]])
    const wrong = [
      'from=5&to=5',
      'group=week',
      'time_zone=Mars',
      'time_zone=%2B03:00',
      'key=1',
      'currency=USD',
      'surface=',
      'surface=zz',
    ]
    for (const query of [...wrong, 'from=1764547200&to=1767312000&group=hour', 'format=xml'])
      expect((await ofAccount(query)).status, query).to.equal(422)
    const refused = await ofKey('from=0&to=1767225600')
    const { error } = (await refused.json()) as { error: Body }
    expect([refused.status, error['param']]).to.deep.equal([422, 'from'])
    expect(queries).to.deep.equal([])
  })

  it('writes tables', async () => {
    groups = [{ value: '1767225600', sums: SUMS }]
    const hours = await (await ofKey(`${RANGE}&group=hour`, 'text/csv')).text()
    const figures =
      'calls,refusals,failures,input_tokens,cached_tokens,cache_write_tokens,output_tokens,reasoning_tokens,images,seconds,cost,written_off'
    const values = '2,0,1,30,0,0,0,0,0,1.5,1.50,0.000001'
    expect(hours).to.equal(`hour,hour_iso,${figures}\r\n1767225600,2026-01-01T00:00:00Z,${values}\r\n`)
    groups = [{ value: 'k1', sums: SUMS }]
    const response = await ofAccount(`${RANGE}&group=key&format=csv`)
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename="usage.csv"')
    expect(await response.text()).to.equal(
      `key_id,key_name,key,${figures}\r\nk1,'@SUM(A1),sk-aiagg-abc…wxyz,${values}\r\n`,
    )
  })
})
