import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { RequestError } from 'got'
import type { Got } from 'got'
import type { PaymentFailure, PaymentGateway } from '../../../application/ports/billing/payment-gateway.ts'
import { DAY_MS } from '../../../domain/time-units.ts'
import { readNotification } from './notification.ts'
import { paymentRequest, readPayment, readRefund, readErrorMessage, refundRequest } from './wire.ts'
import { parsedJson } from '../../../domain/json.ts'

interface YookassaOptions {
  readonly http: Got
  readonly shopId: string
  readonly secretKey: string
  /** No trailing slash. */
  readonly baseUrl: string
  /** Whether payments of a test shop count. */
  readonly acceptsTest: boolean
  /** Whether YooKassa sends notifications from a client address. */
  readonly isNotifier: (address: string) => boolean
  /** For one attempt. */
  readonly timeoutMs?: number
  /** Between two attempts. */
  readonly retryDelayMs?: number
}

const TIMEOUT_MS = 10_000
const PAUSE_MS = 500
/** From the first request with the key, as YooKassa's documentation of API v3 says. */
const IDEMPOTENCE_LIFE_MS = DAY_MS
/** Of one call, with the first. Repeating is safe: reading changes nothing, and each order has its idempotence key. */
const ATTEMPTS = 3

interface YookassaRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly idempotenceKey?: string
  readonly json?: Readonly<Record<string, unknown>>
}

/**
 * The answers that are about the order itself. All others leave open what became of it: one about our key or our
 * address (401, 403) may follow an attempt whose answer was lost and which had its effect.
 */
const VERDICTS: ReadonlySet<number> = new Set([400, 404])

const clientOf = ({
  http,
  shopId,
  secretKey,
  baseUrl,
  timeoutMs = TIMEOUT_MS,
  retryDelayMs = PAUSE_MS,
}: YookassaOptions): Got =>
  http.extend({
    prefixUrl: baseUrl,
    username: shopId,
    password: secretKey,
    responseType: 'text',
    timeout: { request: timeoutMs },
    retry: {
      limit: ATTEMPTS - 1,
      methods: ['GET', 'POST'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      calculateDelay: ({ computedValue }) => (computedValue === 0 ? 0 : retryDelayMs),
    },
  })

const unavailable = (message: string): Either<PaymentFailure, never> => left({ tag: 'payment_unavailable', message })

/** The parsed body of a 2xx. Without a verdict of YooKassa the call may have had its effect. */
const request = async (
  client: Got,
  { method, path, idempotenceKey, json }: YookassaRequest,
): Promise<Either<PaymentFailure, unknown>> => {
  const headers = idempotenceKey === undefined ? {} : { 'idempotence-key': idempotenceKey }
  try {
    const { statusCode, body } = await client(path, { method, headers, ...(json === undefined ? {} : { json }) })
    if (statusCode >= 200 && statusCode < 300) return right(parsedJson(body))
    const message = readErrorMessage(parsedJson(body), statusCode)
    return VERDICTS.has(statusCode) ? left({ tag: 'payment_refused', message }) : unavailable(message)
  } catch (error) {
    // The error's message may hold the address but never the credentials; its code holds neither.
    if (error instanceof RequestError) return unavailable(`YooKassa gave no answer that can be read: ${error.code}`)
    throw error
  }
}

const readAs = <A>(
  answer: Either<PaymentFailure, unknown>,
  read: (body: unknown) => A | null,
): Either<PaymentFailure, A> => {
  if (isLeft(answer)) return answer
  const value = read(answer.right)
  return value === null ? unavailable('YooKassa sent an answer of another form') : right(value)
}

/**
 * Takes roubles through YooKassa (API v3): the customer pays on its page, and only what it answers when asked counts.
 */
export const yookassaPaymentGateway = (options: YookassaOptions): PaymentGateway => {
  const client = clientOf(options)
  return {
    provider: 'yookassa',
    acceptsTest: options.acceptsTest,
    confirmsImmediately: false,
    idempotenceLifeMs: IDEMPOTENCE_LIFE_MS,
    create: async (order) => {
      const json = paymentRequest(order)
      return readAs(
        await request(client, { method: 'POST', path: 'payments', idempotenceKey: order.topUpId, json }),
        readPayment,
      )
    },
    fetch: async (paymentId) => {
      const path = `payments/${encodeURIComponent(paymentId)}`
      const payment = readAs(await request(client, { method: 'GET', path }), readPayment)
      if (isLeft(payment) || payment.right.id === paymentId) return payment
      return unavailable('YooKassa sent another payment')
    },
    refund: async (order) => {
      const json = refundRequest(order)
      return readAs(
        await request(client, { method: 'POST', path: 'refunds', idempotenceKey: order.refundId, json }),
        readRefund,
      )
    },
    acceptsNotificationFrom: options.isNotifier,
    hintOf: readNotification,
  }
}
