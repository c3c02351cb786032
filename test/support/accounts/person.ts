import { randomUUID } from 'node:crypto'
import type { Balance } from './customer.ts'
import type { FileReply, FrontEnd, Reply } from './front-end.ts'

/** A user who is signed in to the account interface and has tokens to spend. */
export interface Person {
  readonly accessToken: string
  get(path: string): Promise<Reply>
  call(method: string, path: string, body?: unknown): Promise<Reply>
  /** Posts what costs tokens, under a key of its own unless one is given. */
  order(path: string, body: unknown, key?: string, signal?: AbortSignal): Promise<Reply>
  file(path: string, headers?: Readonly<Record<string, string>>): Promise<FileReply>
  /** The token wallet. */
  tokens(): Promise<Balance>
  /** Every movement of the token wallet, the oldest first. */
  movements(): Promise<readonly Movement[]>
}

export interface Movement {
  readonly type: string
  readonly amount: string
  readonly balance_after: string
  readonly description: string
  readonly reference: { readonly kind: string; readonly id: string }
}

/** The body of an answer that must have this status. */
export const bodyOf = <A>({ status, body, text }: Reply, expected: number): A => {
  if (status !== expected) throw new Error(`the answer is ${status}, not ${expected}: ${text}`)
  return body as A
}

/** The same person, seen through another page. */
export const personAt = (page: FrontEnd, accessToken: string): Person => {
  const call: Person['call'] = (method, path, body) => page.call(method, path, body, accessToken)
  const get: Person['get'] = (path) => call('GET', path)
  const movementsBefore = async (cursor: string | null): Promise<readonly Movement[]> => {
    const query = new URLSearchParams({ currency: 'TOKEN', limit: '100', ...(cursor === null ? {} : { cursor }) })
    const reply = await get(`/v1/me/transactions?${query.toString()}`)
    const { data, next_cursor: next } = bodyOf<{ data: Movement[]; next_cursor: string | null }>(reply, 200)
    return next === null ? data : [...data, ...(await movementsBefore(next))]
  }
  return {
    accessToken,
    get,
    call,
    order: (path, body, key = randomUUID(), signal) => {
      const headers = { 'idempotency-key': key }
      return page.call('POST', path, body, accessToken, { headers, ...(signal === undefined ? {} : { signal }) })
    },
    file: (path, headers) => page.file(path, accessToken, headers),
    tokens: async () => bodyOf(await get('/v1/me/wallets/TOKEN'), 200),
    movements: async () => (await movementsBefore(null)).toReversed(),
  }
}

/** Registers a new user and signs them in. */
export const signUp = async (page: FrontEnd): Promise<Person> => {
  const account = { email: `person-${randomUUID()}@example.com`, password: randomUUID() }
  bodyOf(await page.call('POST', '/v1/auth/register', account), 201)
  const { access } = await page.tokens('/v1/auth/login', account)
  return personAt(page, access)
}
