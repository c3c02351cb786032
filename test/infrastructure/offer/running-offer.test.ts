import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { sandboxPaymentGateway } from '../../../src/adapters/payments/sandbox-payment-gateway.ts'
import type { Offer } from '../../../src/infrastructure/offer/offer.ts'
import { runningOffer } from '../../../src/infrastructure/offer/running-offer.ts'
import type { ReadOffer, RunningOffer } from '../../../src/infrastructure/offer/running-offer.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { catalogOf } from '../../support/chat/catalogs.ts'

const NOT_SOLD = { providers: [], reason: 'these providers are paid' }

const offer = (version: string, payments: Offer['payments'] = NOT_SOLD): Offer => ({
  catalog: catalogOf(),
  usable: new Map(),
  unusable: [],
  retired: [],
  payments,
  version,
})

const open = (first: Offer, read: ReadOffer): { readonly running: RunningOffer; readonly served: string[] } => {
  const served: string[] = []
  const running = runningOffer({ first, read, nowMs: () => 0, log: createLog('silent', process.stdout) })
  running.serveBy(({ version }) => void served.push(version))
  return { running, served }
}

describe('The offer of a running process', () => {
  it('runs one reload after the other, so that the last one that was asked for is served', async () => {
    const texts = ['b', 'c']
    const { running, served } = open(offer('a'), async () => right(offer(texts.shift() ?? 'd')))
    await Promise.all([running.reload(), running.reload()])
    expect(served).to.deep.equal(['b', 'c'])
    expect(running.current().version).to.equal('c')
  })

  it('keeps the old one where the new one cannot be read, or cannot be served', async () => {
    const answers = [left(['a problem']), right(offer('b'))]
    const { running, served } = open(offer('a'), async () => answers.shift() ?? left([]))
    expect(await running.reload()).to.deep.equal(left(['a problem']))
    running.serveBy(() => {
      throw new Error('no adapter is called x')
    })
    const failed = await running.reload().then(
      () => 'reloaded',
      (error: unknown) => String(error),
    )
    expect(failed).to.contain('no adapter')
    expect(served).to.deep.equal([])
    expect(running.current().version).to.equal('a')
  })

  it('takes no catalogue under which the top-ups that it sells would end', async () => {
    const sandbox = { id: 'sandbox', open: sandboxPaymentGateway }
    const { running, served } = open(offer('a', { providers: [sandbox], reason: null }), async () => right(offer('b')))
    const refused = await running.reload()
    expect(isLeft(refused) ? refused.left.join() : 'reloaded').to.contain('these providers are paid')
    expect(served).to.deep.equal([])
  })

  it('reads its file when another process announces a version that it does not serve, and only then', async () => {
    let reads = 0
    const { running } = open(offer('a'), async () => {
      reads += 1
      return right(offer('b'))
    })
    running.invalidate({ tag: 'catalog', id: 'a' })
    running.invalidate({ tag: 'everything' })
    running.invalidate({ tag: 'user', id: 'u' })
    expect(reads).to.equal(0)
    running.invalidate({ tag: 'catalog', id: 'b' })
    await running.reload()
    expect(reads).to.equal(2)
    running.invalidate({ tag: 'catalog', id: 'b' })
    expect(reads).to.equal(2)
  })
})
