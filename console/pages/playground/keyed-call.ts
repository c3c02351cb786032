import { failureOf } from '../../api/failure.ts'
import type { Outcome } from '../../api/failure.ts'
import { reach } from '../../api/reach.ts'

/** A call of the public API as a program makes it. */
export interface KeyedRequest {
  readonly method?: 'GET' | 'POST'
  /** A form is sent as it is, everything else as JSON. */
  readonly body?: FormData | object
  readonly signal?: AbortSignal
}

/**
 * Calls with a key and not with the session, and reads the answer to its end. Never rejects: what went wrong is in the
 * outcome, such as a connection that broke in the middle of the answer.
 */
export const keyedCall = async <A>(
  address: string,
  key: string,
  read: (answer: Response) => Promise<A>,
  { method = 'POST', body, signal }: KeyedRequest = {},
): Promise<Outcome<A>> => {
  const isForm = body instanceof FormData
  try {
    const answer = await reach(address, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    return answer.ok ? { ok: true, value: await read(answer) } : { ok: false, failure: await failureOf(answer) }
  } catch {
    return { ok: false, failure: { tag: 'unreachable' } }
  }
}

/** The id under which the service keeps the receipt of a paid call; null where the call got none. */
export const operationIdOf = (answer: Response): string | null => answer.headers.get('x-gateway-operation-id')

/** What the call cost, in roubles; null where the answer does not say. */
export const costOf = (answer: Response): string | null => answer.headers.get('x-gateway-cost-rub')
