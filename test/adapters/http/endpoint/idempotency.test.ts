import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../support/documents/served-document.ts'

const BODIES: Readonly<Record<string, object>> = {
  createTopUp: { currency: 'RUB', amount: '10' },
  createGeneration: { task: 'text', prompt: 'a' },
  orderVideoGeneration: { task: 'video', prompt: 'a' },
  sendMessage: { content: 'a' },
  createChatTurn: { messages: [{ role: 'user', content: 'a' }] },
  refundTopUp: { amount: '10', reason: 'asked' },
}

const needsKey = ({ headers, surface }: Endpoint): boolean =>
  ['account', 'operator'].includes(surface.name) && headers !== undefined && isLeft(headers.decode({}))

describe('an endpoint of the account that needs an Idempotency-Key', () => {
  let service: ServedDocument
  before(async () => (service = await openServedDocument()))
  after(() => service.close())

  it('does not read unknown fields, so that they make a repetition no other request', () => {
    const keyed = service.endpoints.filter(needsKey)
    expect(keyed.map(({ id }) => id).sort()).to.deep.equal(Object.keys(BODIES).sort())
    for (const { id, body } of keyed) {
      const [plain, wider] = [{ ...BODIES[id] }, { ...BODIES[id], unknown: 1 }].map((sent) => body?.decode(sent))
      expect(plain, id).to.have.property('_tag', 'Right')
      expect(wider, id).to.deep.equal(plain)
    }
  })
})
