import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback } from './loopback.ts'
import { sendEndless, sendPacked } from './unbounded-answers.ts'

export interface ShopPayment {
  readonly id: string
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'
  amount: { value: string; currency: string }
  test: boolean
  metadata: Record<string, unknown>
  confirmation?: { type: string; confirmation_url: string }
  [field: string]: unknown
}

export type Mishap =
  /** The work is done, the answer is a 500. */
  | 'fails_after'
  /** Nothing is done and the answer is a 500. */
  | 'fails_before'
  /** The work is done and the answer never comes. */
  | 'hangs'
  | 'refuses'
  /** Our key may not do this. */
  | 'forbids'
  | 'talks_nonsense'
  | 'never_ends'
  | 'packs'

export interface YookassaServer {
  readonly baseUrl: string
  readonly shopId: string
  readonly secretKey: string
  readonly payments: ReadonlyMap<string, ShopPayment>
  readonly refunds: ReadonlyMap<
    string,
    { readonly id: string; readonly payment_id: string; readonly amount: { readonly value: string } }
  >
  /** Where each payment sends its person back to, by the id of the payment. */
  readonly returnUrls: ReadonlyMap<string, string>
  /** Method and path of every call. */
  readonly calls: readonly string[]
  /** The customer pays, or the shop says something else of a payment. */
  change(paymentId: string, changes: Partial<ShopPayment>): void
  /** A payment that this server makes by itself, for an order of another shop. */
  makeForeign(metadata: Record<string, unknown>): ShopPayment
  /** What the next orders meet, one each. */
  mishaps(...next: readonly Mishap[]): void
  /** What the next questions about a payment meet, one each: the service may ask about others at any moment. */
  mishapsOf(paymentId: string, ...next: readonly Mishap[]): void
  close(): Promise<void>
}

interface Request {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly json: Record<string, unknown>
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

const refusal = (status: number, code: string): Reply => ({ status, body: { type: 'error', code, description: 'No.' } })

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const shop = () => {
  const payments = new Map<string, ShopPayment>()
  const refunds = new Map<string, { id: string; status: string; payment_id: string; amount: { value: string } }>()
  const returnUrls = new Map<string, string>()
  /** What an idempotence key was answered with: the object itself, as it is now. */
  const answered = new Map<string, { readonly request: string; readonly body: unknown }>()

  const add = (fields: Partial<ShopPayment>): ShopPayment => {
    const id = randomUUID()
    const confirmation = { type: 'redirect', confirmation_url: `https://pay.example.org/${id}` }
    const amount = { value: '0.00', currency: 'RUB' }
    const payment: ShopPayment = { id, status: 'pending', amount, test: false, metadata: {}, confirmation, ...fields }
    payments.set(id, payment)
    return payment
  }
  const kopecks = (value: string): number => Math.round(Number(value) * 100)

  const createPayment = ({ json }: Request): Reply => {
    const { amount, metadata, capture, confirmation } = json as {
      confirmation?: { return_url?: string }
      amount?: ShopPayment['amount']
      metadata?: Record<string, unknown>
      capture?: unknown
    }
    if (!/^\d+\.\d{2}$/.test(amount?.value ?? '') || capture !== true) return refusal(400, 'invalid_request')
    const payment = add({ amount: { ...(amount as ShopPayment['amount']) }, metadata: metadata ?? {} })
    returnUrls.set(payment.id, confirmation?.return_url ?? '')
    return { status: 200, body: payment }
  }
  const createRefund = ({ json }: Request): Reply => {
    const { payment_id: paymentId, amount } = json as {
      payment_id: string
      amount: { value: string; currency: string }
    }
    const payment = payments.get(paymentId)
    const given = [...refunds.values()].filter((each) => each.payment_id === paymentId)
    const sum = given.reduce((total, each) => total + kopecks(each.amount.value), kopecks(amount.value))
    if (payment?.status !== 'succeeded' || sum > kopecks(payment.amount.value)) return refusal(400, 'invalid_request')
    const refund = { id: randomUUID(), status: 'succeeded', payment_id: paymentId, amount }
    refunds.set(refund.id, refund)
    return { status: 200, body: refund }
  }
  const onceOnly = (request: Request, work: (request: Request) => Reply): Reply => {
    if (request.key === undefined || request.key.length > 64) return refusal(400, 'invalid_request')
    const content = JSON.stringify([request.path, request.json])
    const earlier = answered.get(request.key)
    if (earlier !== undefined)
      return earlier.request === content ? { status: 200, body: earlier.body } : refusal(400, 'invalid_request')
    const reply = work(request)
    if (reply.status === 200) answered.set(request.key, { request: content, body: reply.body })
    return reply
  }
  const serve = (request: Request): Reply => {
    const [, id] = /^\/v3\/payments\/([^/]+)$/.exec(request.path) ?? []
    if (request.method === 'GET' && id !== undefined) {
      const payment = payments.get(id)
      return payment === undefined ? refusal(404, 'not_found') : { status: 200, body: payment }
    }
    if (request.method === 'POST' && request.path === '/v3/payments') return onceOnly(request, createPayment)
    if (request.method === 'POST' && request.path === '/v3/refunds') return onceOnly(request, createRefund)
    return refusal(404, 'not_found')
  }
  return { payments, refunds, returnUrls, add, serve }
}

const send = (response: ServerResponse, { status, body }: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A server shaped like YooKassa's API v3: Basic authentication, idempotence keys, payments and refunds. */
export const startYookassa = async (): Promise<YookassaServer> => {
  const [shopId, secretKey] = ['100500', `test_${randomUUID()}`]
  const { payments, refunds, returnUrls, add, serve } = shop()
  const calls: string[] = []
  const ofOrders: Mishap[] = []
  const ofQuestions = new Map<string, Mishap[]>()
  const expected = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request: Request = {
      method: message.method ?? '',
      path: message.url ?? '',
      key: message.headers['idempotence-key'] as string | undefined,
      json: await bodyOf(message),
    }
    calls.push(`${request.method} ${request.path}`)
    if (message.headers.authorization !== expected) return send(response, refusal(401, 'invalid_credentials'))
    const waiting = request.method === 'POST' ? ofOrders : ofQuestions.get(request.path.split('/').at(-1) ?? '')
    const mishap = waiting?.shift()
    switch (mishap) {
      case 'fails_before':
        return send(response, refusal(500, 'internal_server_error'))
      case 'refuses':
        return send(response, refusal(400, 'invalid_request'))
      case 'forbids':
        return send(response, refusal(403, 'forbidden'))
      case 'talks_nonsense':
        return send(response, { status: 200, body: { hello: 'you' } })
      case 'never_ends':
        return sendEndless(response)
      case 'packs':
        return sendPacked(response, serve(request).body)
      case 'fails_after':
        serve(request)
        return send(response, refusal(500, 'internal_server_error'))
      case 'hangs':
        serve(request)
        return
      case undefined:
        return send(response, serve(request))
    }
  }
  const server = createServer((message, response) => void answer(message, response))
  const { origin, close } = await listenOnLoopback(server)
  return {
    baseUrl: `${origin}/v3`,
    shopId,
    secretKey,
    payments,
    refunds,
    returnUrls,
    calls,
    change: (paymentId, changes) => {
      const payment = payments.get(paymentId)
      if (payment === undefined) throw new Error('no such payment')
      Object.assign(payment, changes)
    },
    makeForeign: (metadata) => add({ status: 'succeeded', amount: { value: '100.00', currency: 'RUB' }, metadata }),
    mishaps: (...next) => void ofOrders.push(...next),
    mishapsOf: (paymentId, ...next) => void ofQuestions.set(paymentId, [...next]),
    close,
  }
}
