import { randomUUID } from 'node:crypto'
import type { Customer } from '../accounts/customer.ts'

/** One request that costs tokens, so that it can be sent again as it was. */
export interface TokenCall {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string
}

/** What its client saw of it. */
export interface TokenOutcome {
  readonly call: TokenCall
  /** 0 when no whole answer came. */
  readonly status: number
  readonly body: string
  readonly isReplayed: boolean
}

export const tokenCall = (path: string, body: Readonly<Record<string, unknown>>): TokenCall => ({
  path,
  body,
  key: randomUUID(),
})

type Visitor = Pick<Customer, 'accessToken'>

/** Sends the call and reads its answer to the end. Never rejects. */
export const sendTokenCall = async (url: string, { accessToken }: Visitor, call: TokenCall): Promise<TokenOutcome> => {
  try {
    const response = await fetch(`${url}${call.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': call.key,
      },
      body: JSON.stringify(call.body),
    })
    const body = await response.text()
    return { call, status: response.status, body, isReplayed: response.headers.get('idempotency-replayed') === 'true' }
  } catch {
    return { call, status: 0, body: '', isReplayed: false }
  }
}

/** Calls the account interface; throws for anything but a success. */
export const accountCall = async <A>(
  url: string,
  { accessToken }: Visitor,
  path: string,
  body: Readonly<Record<string, unknown>> | null = null,
): Promise<A> => {
  const response = await fetch(`${url}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as A
}
