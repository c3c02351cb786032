import { expect } from 'chai'
import { listRequestsEndpoint } from '../../../../../src/adapters/http/account/usage/list-requests.ts'
import { exportPages } from '../../../../../src/application/billing/export-pages.ts'
import { exportReceipts } from '../../../../../src/application/billing/usage/export-receipts.ts'
import { listReceipts } from '../../../../../src/application/billing/usage/list-receipts.ts'
import type { Page } from '../../../../../src/application/page.ts'
import type { ReceiptLog, ReceiptQuery } from '../../../../../src/application/ports/billing/receipt-log.ts'
import type { Receipt } from '../../../../../src/domain/ledger/receipt.ts'
import { firstIdAt } from '../../../../../src/domain/ledger/operation-time.ts'
import { receiptOf } from '../../../../support/ledger/ledger-commands.ts'
import { eventually } from '../../../../support/eventually.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'

const START_MS = Date.UTC(2026, 0, 1)

const receipt = (minute: number, rest: Partial<Receipt> = {}): Receipt => ({
  operationId: firstIdAt(START_MS + minute * 60_000),
  kind: 'chat',
  currency: 'RUB',
  hold: 2_000_000n,
  charge: 1_500_000n,
  writeoff: 0n,
  state: 'settled',
  releaseReason: null,
  model: null,
  tariffVersion: 'v1',
  facts: receiptOf({ usage: { prompt_tokens: 3 }, tariffVersion: 'v1', surface: 'messages' }),
  key: { id: 'key-1', name: '=1+1, "mine"', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' },
  startedAt: new Date(START_MS),
  endedAt: new Date(START_MS + minute * 60_000 + 5_000),
  ...rest,
})

describe('GET /v1/me/requests', () => {
  let app: RunningApp
  let queries: ReceiptQuery[] = []
  let answer: (query: ReceiptQuery) => Promise<Page<Receipt, string>>

  const receipts: Pick<ReceiptLog, 'page'> = {
    page: (query) => {
      queries.push(query)
      return answer(query)
    },
  }
  before(async () => {
    const deps = {
      listReceipts: listReceipts({ receipts }),
      exportReceipts: exportReceipts({ receipts, exportPages: exportPages() }),
    }
    app = await serveForTest([listRequestsEndpoint(deps)])
  })
  beforeEach(() => {
    queries = []
    answer = async () => ({ rows: [receipt(0)], next: null })
  })
  after(() => app.close())

  const get = (query: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
    fetch(`${app.url}/v1/me/requests${query}`, {
      headers: { authorization: `Bearer ${GOOD_TOKEN}`, ...headers },
      ...(signal === undefined ? {} : { signal }),
    })

  it('hands every filter on, and the place of the next page', async () => {
    const id = firstIdAt(START_MS)
    answer = async () => ({ rows: [], next: id })
    const key = '0198C0DE-0000-7000-8000-000000000001'
    const filters = `model=m&key=${key}&outcome=client_left&surface=image&currency=TOKEN&from=1767225600&to=99999999999`
    const first = (await (await get(`?${filters}&limit=200`)).json()) as { data: unknown[]; next_cursor: string }
    expect(first.data).to.deep.equal([])
    await get(`?cursor=${first.next_cursor}`)
    const filter = {
      model: 'm',
      keyId: key.toLowerCase(),
      outcome: 'client_left',
      surface: 'image',
      currency: 'TOKEN',
      fromMs: START_MS,
      toMs: 99_999_999_999_000,
    }
    const none = { model: null, keyId: null, outcome: null, surface: null, currency: null, fromMs: null, toMs: null }
    expect(queries).to.deep.equal([
      { ownerId: 'user-1', filter, before: null, limit: 200 },
      { ownerId: 'user-1', filter: none, before: id, limit: 50 },
    ])
  })

  it('refuses what no list has given out, and what no filter takes', async () => {
    const foreign = Buffer.from(`p${firstIdAt(START_MS)}`).toString('base64url')
    for (const cursor of ['nonsense', foreign, '%00', '']) {
      const refused = await get(`?cursor=${cursor}`)
      const { code } = (await refused.json()) as { code: string }
      expect([refused.status, code], cursor).to.deep.equal([400, 'invalid_cursor'])
    }
    const wrong = [
      'limit=0',
      'limit=201',
      'key=x',
      'outcome=done',
      'surface=zz',
      'currency=USD',
      'from=-1',
      'from=1e3',
      'to=253402300800',
    ]
    for (const query of [...wrong, 'from=2026-01-01', 'format=xml', 'model=']) {
      expect((await get(`?${query}`)).status, query).to.equal(422)
    }
    expect(queries).to.deep.equal([])
  })

  it('writes a table that no spreadsheet computes', async () => {
    answer = async () => ({ rows: [receipt(1), receipt(0, { key: null, facts: null })], next: null })
    const response = await get('', { accept: 'text/csv' })
    expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename="requests.csv"')
    const [header, first, second, end] = (await response.text()).split('\r\n')
    expect(header).to.match(
      /^id,started_at,started_at_iso,ended_at,ended_at_iso,kind,surface,model,key_id,key_name,key,status/,
    )
    expect(first).to.contain(
      ',1767225660,2026-01-01T00:01:00Z,1767225665,2026-01-01T00:01:05Z,chat,messages,sandbox/echo,key-1,',
    )
    expect(first).to.contain(`"'=1+1, ""mine""",sk-aiagg-abc…wxyz,charged,succeeded,RUB,2.00,1.50,0.00,v1,false,0,`)
    expect(first?.endsWith('"{""prompt_tokens"":3}"')).to.equal(true)
    expect(second).to.contain(',chat,,,,,,charged,succeeded,RUB,')
    expect(end).to.equal('')
    expect(queries[0]?.limit).to.equal(1_000)
  })

  it('reads no further for a client that has left, and lets its account ask again', async () => {
    const endless = Array.from({ length: 1_000 }, (_, minute) => receipt(minute))
    answer = async () => ({ rows: endless, next: firstIdAt(START_MS) })
    const leaving = new AbortController()
    const response = await get('?format=csv', {}, leaving.signal)
    expect((await get('?format=csv')).status).to.equal(429)
    const read = queries.length
    await eventually(async () => {
      const again = queries.length
      await new Promise(setImmediate)
      return queries.length === again
    })
    // What the socket and the buffers between take: far less than a million rows.
    expect(queries.length).to.be.below(read + 200)
    leaving.abort()
    await response.text().catch(() => undefined)
    answer = async () => ({ rows: [], next: null })
    await eventually(async () => (await get('?format=csv')).status === 200)
    const after = queries.length
    expect((await get('?format=csv')).status).to.equal(200)
    expect(queries.length).to.equal(after + 1)
  })

  it('cuts a table whose next page cannot be read, and answers the first failure as such', async () => {
    answer = async ({ before }) => {
      if (before !== null) throw new Error('the database went away')
      return { rows: [receipt(0)], next: firstIdAt(START_MS) }
    }
    const cut = await get('?format=csv')
    expect(cut.status).to.equal(200)
    const read = await cut.text().catch((error: unknown) => error)
    expect(read).to.be.instanceOf(Error)
    answer = () => Promise.reject(new Error('the database is away'))
    await eventually(async () => (await get('?format=csv')).status === 500)
  })
})
