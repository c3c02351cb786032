import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { startWorker } from '../../support/processes/gateway-process.ts'
import { figuresOf, metricsUrlOf, scrape } from '../../support/samples.ts'

describe('the metrics of a server and a worker', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let worker: Awaited<ReturnType<typeof startWorker>>
  before(async () => {
    world = await WORLDS.PostgreSQL()
    gateway = await world.start({ METRICS_PORT: '0', WORKER: 'off' })
    // On a busy machine the first audit can fail, and the next is made as long behind it as two are apart.
    worker = await startWorker({ ...world.environment, METRICS_PORT: '0', LEDGER_AUDIT_EVERY_MINUTES: '1' })
  })
  after(async () => {
    await worker.end('SIGKILL')
    await world.remove()
  })

  it('tell of the database where its standing work is done, and of requests where they are answered', async () => {
    const [ofServer, ofWorker] = [metricsUrlOf(gateway.output()), metricsUrlOf(worker.output())]
    await fetch(`${gateway.url}/v1/health`)
    await eventually(async () => '' in figuresOf(await scrape(ofWorker), 'gateway_audit_violations'), 200)
    const text = await scrape(ofWorker)
    expect(figuresOf(text, 'gateway_audit_delta')).to.deep.equal({ RUB: 0, TOKEN: 0 })
    expect(figuresOf(text, 'gateway_holds_overdue')).to.deep.equal({ '': 0 })
    expect(figuresOf(text, 'gateway_requests_total')).to.deep.equal({})
    const own = await scrape(ofServer)
    expect(figuresOf(own, 'gateway_holds_overdue')).to.deep.equal({})
    expect(figuresOf(own, 'gateway_requests_total')).to.deep.include({ 'service readHealth 2xx': 1 })
  })

  it('are served until the process stops, and delay its stop by nothing', async () => {
    expect(await worker.end('SIGTERM')).to.equal(0)
    expect(
      await scrape(metricsUrlOf(worker.output())).then(
        () => 'there',
        () => 'gone',
      ),
    ).to.equal('gone')
  })
})
