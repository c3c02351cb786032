import { randomUUID } from 'node:crypto'
import { eventually } from '../eventually.ts'

/** A person with an account, a key and money, made through the public API alone. */
export interface Customer {
  readonly email: string
  readonly accessToken: string
  readonly apiKey: string
  /** In roubles, unless another currency is named. */
  balance(currency?: string): Promise<Balance>
  transactions(currency?: string): Promise<readonly Transaction[]>
}

export interface Balance {
  readonly balance: string
  readonly held: string
  readonly available: string
}

export interface Transaction {
  readonly type: string
  readonly amount: string
  readonly reference: { readonly kind: string; readonly id: string }
}

const answerOf = async <A>(response: Response, status: number): Promise<A> => {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as A
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Signs up, logs in, tops up `roubles` through the sandbox provider and makes a key. */
export const makeCustomer = async (url: string, roubles: string): Promise<Customer> => {
  const email = `customer-${randomUUID()}@example.com`
  const password = randomUUID()
  await answerOf(await post(`${url}/v1/auth/register`, { email, password }), 201)
  const login = await post(`${url}/v1/auth/login`, { email, password })
  const { access_token: accessToken } = await answerOf<{ access_token: string }>(login, 200)
  const bearer = { authorization: `Bearer ${accessToken}` }
  if (Number(roubles) > 0) {
    const body = { currency: 'RUB', amount: roubles }
    await answerOf(await post(`${url}/v1/billing/topup`, body, { ...bearer, 'idempotency-key': randomUUID() }), 201)
  }
  const made = await post(`${url}/v1/me/api-keys`, { name: 'test' }, bearer)
  const { key: apiKey } = await answerOf<{ key: string }>(made, 201)

  return customerAt(url, { email, accessToken, apiKey })
}

/** The same customer at another process of the same installation. */
export const customerAt = (
  url: string,
  { email, accessToken, apiKey }: Pick<Customer, 'email' | 'accessToken' | 'apiKey'>,
): Customer => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const transactionsFrom = async (currency: string, cursor: string | null): Promise<readonly Transaction[]> => {
    const query = new URLSearchParams({ currency, limit: '100', ...(cursor === null ? {} : { cursor }) })
    const response = await fetch(`${url}/v1/me/transactions?${query.toString()}`, { headers })
    const page = await answerOf<{ data: Transaction[]; next_cursor: string | null }>(response, 200)
    return page.next_cursor === null
      ? page.data
      : [...page.data, ...(await transactionsFrom(currency, page.next_cursor))]
  }
  return {
    email,
    accessToken,
    apiKey,
    balance: async (currency = 'RUB') =>
      answerOf<Balance>(await fetch(`${url}/v1/me/wallets/${currency}`, { headers }), 200),
    transactions: (currency = 'RUB') => transactionsFrom(currency, null),
  }
}

/** The balance once nothing is held: a hold ends a little after its answer. */
export const balanceAtRest = async (customer: Pick<Customer, 'balance'>): Promise<Balance> => {
  let found = await customer.balance()
  await eventually(async () => {
    if (Number(found.held) !== 0) found = await customer.balance()
    return Number(found.held) === 0
  })
  return found
}

/** One chat call with a customer's key. */
export const chat = (
  url: string,
  apiKey: string,
  body: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
