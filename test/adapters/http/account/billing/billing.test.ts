import { expect } from 'chai'
import { createTopUpEndpoint } from '../../../../../src/adapters/http/account/billing/create-top-up.ts'
import { listTransactionsEndpoint } from '../../../../../src/adapters/http/account/billing/list-transactions.ts'
import { listWalletsEndpoint } from '../../../../../src/adapters/http/account/billing/list-wallets.ts'
import { listTopUpsEndpoint } from '../../../../../src/adapters/http/account/billing/list-top-ups.ts'
import { readTopUpEndpoint } from '../../../../../src/adapters/http/account/billing/read-top-up.ts'
import { receiveNotificationEndpoint } from '../../../../../src/adapters/http/account/billing/receive-notification.ts'
import { readWalletEndpoint } from '../../../../../src/adapters/http/account/billing/read-wallet.ts'
import { checkPayment } from '../../../../../src/application/billing/top-ups/check-payment.ts'
import { exportPages } from '../../../../../src/application/billing/export-pages.ts'
import { exportTransactions } from '../../../../../src/application/billing/wallets/export-transactions.ts'
import { listTransactions } from '../../../../../src/application/billing/wallets/list-transactions.ts'
import { listWallets } from '../../../../../src/application/billing/wallets/list-wallets.ts'
import { listTopUps } from '../../../../../src/application/billing/top-ups/list-top-ups.ts'
import { readTopUp } from '../../../../../src/application/billing/top-ups/read-top-up.ts'
import { readWallet } from '../../../../../src/application/billing/wallets/read-wallet.ts'
import { paymentGateways } from '../../../../../src/application/billing/top-ups/payment-gateways.ts'
import {
  acceptsNotification,
  receiveNotification,
} from '../../../../../src/application/billing/top-ups/receive-notification.ts'
import { topUp } from '../../../../../src/application/billing/top-ups/top-up.ts'
import { runningClaims } from '../../../../../src/application/idempotency/claim-ends.ts'
import { keyedCalls } from '../../../../../src/application/idempotency/keyed-calls.ts'
import { MAX_BALANCE } from '../../../../../src/domain/ledger/account.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { memoryApiKeys } from '../../../../twins/accounts/api-keys.ts'
import { memoryIdempotency } from '../../../../twins/process/idempotency.ts'
import { memoryMediaStore } from '../../../../twins/media/memory-media-store.ts'
import { memoryMediaAssets } from '../../../../twins/media/media-assets.ts'
import { ledgerMemory } from '../../../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../../../twins/billing/ledger.ts'
import { scriptedPayments } from '../../../../twins/billing/payment-gateway.ts'
import type { ScriptedPayments } from '../../../../twins/billing/payment-gateway.ts'
import { memorySessions } from '../../../../twins/accounts/sessions.ts'
import { memoryKnownNetworks } from '../../../../twins/accounts/known-networks.ts'
import { memoryIdentities } from '../../../../twins/accounts/identities.ts'
import { memoryMailDesk } from '../../../../twins/mail/mail-desk.ts'
import { memoryMailQueue } from '../../../../twins/mail/mail-queue.ts'
import { memoryOneTimeTokens } from '../../../../twins/accounts/one-time-tokens.ts'
import { memoryTopUps } from '../../../../twins/billing/top-ups.ts'
import { memoryTransactions } from '../../../../twins/billing/transactions.ts'
import { memoryUnitOfWork } from '../../../../twins/transaction/unit-of-work.ts'
import { memoryUsedIdentityTokens } from '../../../../twins/accounts/used-identity-tokens.ts'
import { memoryUsers } from '../../../../twins/accounts/users.ts'
import { memoryConversations } from '../../../../twins/conversations/conversations.ts'
import { memoryMessages } from '../../../../twins/conversations/messages.ts'
import { memoryStoredResponses } from '../../../../twins/responses/stored-responses.ts'
import { memoryVideoJobs } from '../../../../twins/providers/video-jobs.ts'
import { memoryMarks } from '../../../../twins/notifications/marks.ts'
import { memoryNotificationSettings } from '../../../../twins/notifications/notification-settings.ts'
import { memoryOperatorLog } from '../../../../twins/process/operator-log.ts'
import { memoryDeliveryQueue } from '../../../../twins/webhooks/delivery-queue.ts'
import { memoryDeploymentSwitches } from '../../../../twins/process/deployment-switches.ts'
import { memoryWebhooks } from '../../../../twins/webhooks/webhooks.ts'
import { memoryWallets } from '../../../../twins/billing/wallets.ts'

const USER = 'user-1'

const onLost = (): void => undefined

const TERMS = { least: 1_000_000n, most: 1_000_000_000_000n, tokenPrice: 1_500_000n }

const bench = async (terms = TERMS) => {
  const memory = ledgerMemory()
  const wallets = memoryWallets(memory.wallets)
  for (const currency of ['RUB', 'TOKEN'] as const) await wallets.open({ id: testId(), owner: USER, currency })
  const [payments, other] = [scriptedPayments(), scriptedPayments('other')]
  const gateways = paymentGateways([payments, other])
  const [topUps, idempotency] = [memoryTopUps(new Date(1_700_000_000_999)), memoryIdempotency()]
  const stores = {
    wallets,
    topUps,
    idempotency,
    mediaAssets: memoryMediaAssets(),
    videoJobs: memoryVideoJobs(),
    conversations: memoryConversations(),
    messages: memoryMessages(),
    ledger: memoryLedger(memory),
    users: memoryUsers(),
    sessions: memorySessions(),
    identities: memoryIdentities(),
    knownNetworks: memoryKnownNetworks(),
    usedIdentityTokens: memoryUsedIdentityTokens(),
    oneTimeTokens: memoryOneTimeTokens(),
    mail: { ...memoryMailQueue(), ...memoryMailDesk(new Map(), new Map()) },
    apiKeys: memoryApiKeys(),
    storedResponses: memoryStoredResponses(),
    notificationSettings: memoryNotificationSettings(),
    marks: memoryMarks(),
    webhooks: memoryWebhooks(),
    deliveries: memoryDeliveryQueue(),
    operatorLog: memoryOperatorLog(),
    deploymentSwitches: memoryDeploymentSwitches(),
  }
  const unitOfWork = memoryUnitOfWork(stores, () => () => undefined)
  const transactions = memoryTransactions(() => memory.transfers.values())
  const clock = { laterMs: 0, now: () => 1_700_000_001_000 + clock.laterMs }
  const media = memoryMediaStore(clock.now)
  const calls = keyedCalls({
    idempotency,
    ids: { next: testId },
    instance: { id: 'i' },
    running: runningClaims(),
    timer: { sleep: () => Promise.resolve() },
    media,
    onLost,
  })
  const shared = { ids: { next: testId }, clock, unitOfWork, topUps, payments: gateways, wallets, idempotency }
  const check = checkPayment({ ...shared, onMismatch: () => undefined })
  const list = listTransactions({ wallets, transactions })
  const exports = exportTransactions({ listTransactions: list, exportPages: exportPages() })
  const app = await serveForTest([
    listWalletsEndpoint(listWallets({ wallets })),
    readWalletEndpoint(readWallet({ wallets })),
    listTransactionsEndpoint({ listTransactions: list, exportTransactions: exports }),
    createTopUpEndpoint(topUp({ ...shared, terms, returnUrl: 'r' }), calls),
    listTopUpsEndpoint(listTopUps(shared)),
    readTopUpEndpoint(readTopUp({ ...shared, checkPayment: check })),
    receiveNotificationEndpoint({
      acceptsNotification: acceptsNotification(shared),
      receiveNotification: receiveNotification({ ...shared, checkPayment: check }),
    }),
  ])
  const pass = (ms: number): void => void (clock.laterMs += ms)
  const fill = (balance: bigint): void => {
    for (const [id, wallet] of memory.wallets) memory.wallets.set(id, { ...wallet, balance })
  }
  return { app, payments, other, pass, fill }
}

const authorization = `Bearer ${GOOD_TOKEN}`

const get = async (app: RunningApp, path: string) => {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const buy = async (app: RunningApp, body: unknown, key: string | null = 'key') => {
  const response = await fetch(`${app.url}/v1/billing/topup`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...(key === null ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { response, status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}

const notify = async (
  app: RunningApp,
  provider: string,
  { body, headers }: ReturnType<ScriptedPayments['notification']>,
) =>
  (await fetch(`${app.url}/v1/billing/notifications/${provider}`, { method: 'POST', headers, body: Buffer.from(body) }))
    .status

const RUB_100 = { currency: 'RUB', amount: '100' }

describe('billing endpoints', () => {
  let app: RunningApp
  let payments: ScriptedPayments
  let other: ScriptedPayments
  let pass: (ms: number) => void
  beforeEach(async () => {
    ;({ app, payments, other, pass } = await bench())
  })
  afterEach(() => app.close())

  it('sells a top-up, shows it pending, and credits it when it is read after payment', async () => {
    const { status, body } = await buy(app, RUB_100)
    expect(status).to.equal(201)
    const { id } = body
    const pending = {
      id,
      status: 'pending',
      currency: 'RUB',
      amount: '100.00',
      price: { currency: 'RUB', amount: '100.00' },
      confirmation_url: `https://pay.example.org/${String(id)}`,
      created_at: 1_700_000_000,
    }
    expect(body).to.deep.equal(pending)
    expect(await get(app, `/v1/billing/topups/${String(id)}`)).to.deep.equal({ status: 200, body: pending })
    payments.change(String(id), { status: 'succeeded' })
    pass(3_000)
    expect((await get(app, `/v1/billing/topups/${String(id)}`)).body).to.include({ status: 'succeeded' })
    expect((await get(app, '/v1/me/wallets/RUB')).body).to.deep.equal({
      currency: 'RUB',
      balance: '100.00',
      held: '0.00',
      available: '100.00',
    })
    expect((await get(app, '/v1/me/wallets')).body).to.deep.equal([
      { currency: 'RUB', balance: '100.00', held: '0.00', available: '100.00' },
      { currency: 'TOKEN', balance: '0', held: '0', available: '0' },
    ])
    const { data, next_cursor: nextCursor } = (await get(app, '/v1/me/transactions')).body
    expect(nextCursor).to.equal(null)
    expect(data).to.deep.equal([
      {
        id,
        type: 'topup',
        currency: 'RUB',
        amount: '100.00',
        balance_after: '100.00',
        description: 'Top-up',
        reference: { kind: 'topup', id },
        created_at: 0,
      },
    ])
  })

  it('credits by the signed notification of the provider that took the top-up, and of no other', async () => {
    const id = String((await buy(app, RUB_100)).body['id'])
    const { price } = payments.orders[0] ?? { price: 0n }
    await other.create({ topUpId: id, price, description: '', returnUrl: '' })
    for (const provider of [payments, other]) provider.change(id, { status: 'succeeded' })
    const paymentId = `payment-${id}`
    const balance = async () => (await get(app, '/v1/me/wallets/RUB')).body['balance']
    expect(await notify(app, 'other', other.notification(paymentId)), 'a payment at the other provider').to.equal(200)
    expect(await notify(app, 'scripted', other.notification(paymentId)), 'signed by the other provider').to.equal(404)
    expect(await balance()).to.equal('0.00')
    expect(await notify(app, 'scripted', payments.notification(paymentId))).to.equal(200)
    expect(await balance()).to.equal('100.00')
  })

  it('replays a response byte for byte with a header, and refuses another request under the key', async () => {
    const first = await buy(app, RUB_100)
    const again = await buy(app, { amount: '100', currency: 'RUB', note: null })
    expect(again.text).to.equal(first.text)
    expect(first.response.headers.get('idempotency-replayed')).to.equal(null)
    expect(again.response.headers.get('idempotency-replayed')).to.equal('true')
    expect(again.response.headers.get('content-type')).to.equal(first.response.headers.get('content-type'))
    const other = await buy(app, { ...RUB_100, amount: '101' })
    expect([other.status, other.body['code']]).to.deep.equal([422, 'idempotency_mismatch'])
  })

  it('answers 503 when the provider takes no order, and the same key then succeeds', async () => {
    payments.failNext('unavailable')
    const { status, body, response } = await buy(app, RUB_100)
    expect([status, body['code'], response.headers.get('retry-after')]).to.deep.equal([
      503,
      'payment_unavailable',
      '30',
    ])
    expect((await buy(app, RUB_100)).status).to.equal(201)
  })

  it('answers 429 to a sixth pending top-up, with the time after which one more may be ordered', async () => {
    for (const key of ['1', '2', '3', '4', '5']) expect((await buy(app, RUB_100, key)).status).to.equal(201)
    const { status, body, response } = await buy(app, RUB_100, '6')
    expect([status, body['code']]).to.deep.equal([429, 'rate_limit_exceeded'])
    expect(Number(response.headers.get('retry-after'))).to.be.within(1, 600)
  })

  it('lists top-ups by an opaque cursor, of one status where the query names it', async () => {
    const ids: unknown[] = []
    for (const key of ['1', '2', '3']) ids.unshift((await buy(app, RUB_100, key)).body['id'])
    payments.change(String(ids[2]), { status: 'succeeded' })
    const sorted = ids.map(String).toSorted().toReversed()
    await get(app, `/v1/billing/topups/${String(ids[2])}`)
    const idsOf = ({ body }: { body: Record<string, unknown> }) =>
      (body['data'] as { id: string }[]).map(({ id }) => id)
    const first = await get(app, '/v1/billing/topups?limit=2')
    expect(idsOf(first)).to.deep.equal(sorted.slice(0, 2))
    const second = await get(app, `/v1/billing/topups?limit=2&cursor=${String(first.body['next_cursor'])}`)
    expect([idsOf(second), second.body['next_cursor']]).to.deep.equal([sorted.slice(2), null])
    expect(idsOf(await get(app, '/v1/billing/topups?status=succeeded'))).to.deep.equal([ids[2]])
    expect(await get(app, '/v1/billing/topups?cursor=nonsense')).to.have.nested.property('body.code', 'invalid_cursor')
    expect((await get(app, '/v1/billing/topups?status=paid')).status).to.equal(422)
  })

  it('answers 502, and 502 again, when the provider refuses', async () => {
    payments.failNext('refused')
    for (const replayed of [null, 'true']) {
      const { status, body, response } = await buy(app, RUB_100)
      expect([status, body['code']]).to.deep.equal([502, 'payment_failed'])
      expect(response.headers.get('idempotency-replayed')).to.equal(replayed)
    }
  })

  const WRONG_BODIES: readonly unknown[] = [
    { currency: 'RUB' },
    { currency: 'USD', amount: '100' },
    { currency: 'RUB', amount: 100 },
    { currency: 'RUB', amount: '0.999999' },
    { currency: 'RUB', amount: '1000000.000001' },
    { currency: 'RUB', amount: '-5' },
    { currency: 'RUB', amount: '1e3' },
    { currency: 'RUB', amount: '1.0000001' },
    { currency: 'RUB', amount: '5.123' },
    { currency: 'RUB', amount: '5.000001' },
    [],
  ]
  for (const body of WRONG_BODIES) {
    it(`refuses to sell ${JSON.stringify(body)}`, async () => {
      const wrong = await buy(app, body)
      expect(wrong.status).to.equal(422)
      expect(wrong.body['detail']).to.be.an('array').with.length.above(0)
      expect((await buy(app, RUB_100)).status, 'the key stays free').to.equal(201)
    })
  }

  it('says the limits of an order, and the room in a wallet, to the last part', async () => {
    const strict = await bench({ ...TERMS, least: 1_500_000n, most: 999_990_000n })
    strict.fill(MAX_BALANCE - 12_345_678n)
    const problem = async (currency: string, amount: string): Promise<unknown> =>
      (await buy(strict.app, { currency, amount })).body['detail']
    try {
      const refusal = (message: string) => [{ loc: ['body', 'amount'], msg: message, type: 'out_of_range' }]
      expect(await problem('RUB', '1.49')).to.deep.equal(refusal('must be from 1.50 to 999.99'))
      expect(await problem('TOKEN', '1000')).to.deep.equal(refusal('must be from 1.5 to 999.99'))
      const full = refusal('must be at most 12.345678: no more fits into the wallet')
      expect(await problem('RUB', '12.35')).to.deep.equal(full)
    } finally {
      await strict.app.close()
    }
  })

  it('needs an Idempotency-Key', async () => {
    for (const key of [null, '', 'k'.repeat(256)]) {
      const { status, body } = await buy(app, RUB_100, key)
      expect(status).to.equal(422)
      expect(body).to.have.nested.property('detail[0].loc[0]', 'header')
    }
  })

  it('writes transactions as a table, whatever the limit', async () => {
    const { body } = await buy(app, RUB_100, 'table')
    payments.change(String(body['id']), { status: 'succeeded' })
    await get(app, `/v1/billing/topups/${String(body['id'])}`)
    const answer = await fetch(`${app.url}/v1/me/transactions?currency=RUB&limit=1`, {
      headers: { authorization, accept: 'text/csv' },
    })
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename="transactions.csv"')
    const [header, first, end] = (await answer.text()).split('\r\n')
    expect(header).to.equal(
      'id,created_at,created_at_iso,type,currency,amount,balance_after,description,reference_kind,reference_id',
    )
    expect(first).to.contain(',topup,RUB,100.00,100.00,Top-up,topup,')
    expect(end).to.equal('')
    const none = await fetch(`${app.url}/v1/me/transactions?format=csv&type=charge`, { headers: { authorization } })
    expect((await none.text()).split('\r\n')).to.deep.equal([header, ''])
  })

  it('pages transactions by an opaque cursor', async () => {
    for (const key of ['1', '2', '3']) {
      const { body } = await buy(app, { currency: 'TOKEN', amount: key }, key)
      payments.change(String(body['id']), { status: 'succeeded' })
      await get(app, `/v1/billing/topups/${String(body['id'])}`)
    }
    const first = (await get(app, '/v1/me/transactions?limit=2')).body as {
      data: { amount: string }[]
      next_cursor: string
    }
    expect(first.data.map(({ amount }) => amount)).to.deep.equal(['3', '2'])
    const second = (await get(app, `/v1/me/transactions?limit=2&cursor=${first.next_cursor}`)).body
    expect(second).to.have.nested.property('data[0].amount', '1')
    expect(second['next_cursor']).to.equal(null)
    expect((await get(app, '/v1/me/transactions?currency=RUB')).body['data']).to.deep.equal([])
    expect((await get(app, '/v1/me/transactions?type=charge')).body['data']).to.deep.equal([])
  })

  const REFUSALS: readonly (readonly [path: string, status: number, code: string | undefined])[] = [
    ['/v1/me/transactions?cursor=nonsense', 400, 'invalid_cursor'],
    ['/v1/me/transactions?cursor=%00', 400, 'invalid_cursor'],
    ['/v1/me/transactions?cursor=', 400, 'invalid_cursor'],
    ['/v1/me/transactions?limit=0', 422, undefined],
    ['/v1/me/transactions?limit=101', 422, undefined],
    ['/v1/me/transactions?limit=ten', 422, undefined],
    ['/v1/me/transactions?type=writeoff', 422, undefined],
    ['/v1/me/transactions?currency=USD', 422, undefined],
    ['/v1/me/wallets/USD', 404, 'not_found'],
    ['/v1/me/wallets/rub', 404, 'not_found'],
    ['/v1/billing/topups/nonsense', 422, undefined],
    [`/v1/billing/topups/${testId()}`, 404, 'not_found'],
  ]
  for (const [path, status, code] of REFUSALS) {
    it(`answers ${status} to ${path.replace(/[0-9a-f-]{36}/, 'an unknown top-up')}`, async () => {
      const refused = await get(app, path)
      expect([refused.status, refused.body['code']]).to.deep.equal([status, code])
    })
  }
})
