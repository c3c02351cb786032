import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { readNotification } from '../../../../src/adapters/payments/yookassa/notification.ts'

const JSON_TYPE = 'application/json'

const read = (body: string | Uint8Array, type: string | undefined = JSON_TYPE) =>
  readNotification({
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    headers: { 'content-type': type },
  })

const notification = (event: unknown, id: unknown): string =>
  JSON.stringify({ type: 'notification', event, object: { id } })

describe("YooKassa's notifications", () => {
  it('give the id of their payment, for every event about a payment', () => {
    for (const event of ['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture']) {
      expect(read(notification(event, '2d1f-000f'))).to.deep.equal(right('2d1f-000f'))
    }
    expect(read(notification('payment.succeeded', 'x'), 'application/json; charset=utf-8')).to.deep.equal(right('x'))
  })

  it('give none for events that are not about a payment', () => {
    expect(read(notification('refund.succeeded', 'x'))).to.deep.equal(right(null))
  })

  const REFUSED: readonly (readonly [what: string, reason: string, body: string | Uint8Array, type?: string])[] = [
    ['another media type', 'media_type', notification('payment.succeeded', 'x'), 'text/plain'],
    ['a media type that only begins like JSON', 'media_type', '{}', 'application/jsonp'],
    ['no JSON', 'syntax', '{'],
    ['no body', 'syntax', ''],
    ['bytes that are not UTF-8', 'syntax', new Uint8Array([0x22, 0xff, 0x22])],
    ['JSON of another form', 'content', 'null'],
    ['no event', 'content', notification('', 'x')],
    ['an event of 129 characters', 'content', notification('p'.repeat(129), 'x')],
    ['an id that is a path', 'content', notification('payment.succeeded', '../refunds')],
    ['an id that is a number', 'content', notification('payment.succeeded', 7)],
  ]
  for (const [what, reason, body, type] of REFUSED) {
    it(`are refused with ${what}`, () => {
      expect(read(body, type)).to.have.nested.property('left.reason', reason)
    })
  }
})
