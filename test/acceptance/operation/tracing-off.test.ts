import { resolve } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { FROM_SOURCES } from '../../support/processes/service-in-one-file.ts'
import { startOtlpReceiver } from '../../support/servers/otlp-receiver.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'

/** Prints the name of every module of the library that a process loads. */
const PRINTS_LOADED = {
  ...FROM_SOURCES,
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, '../../support/processes/print-loaded.js')}`,
}

const LOADED = /loads @opentelemetry/

describe('a service without an address for spans', () => {
  let world: GatewayWorld
  before(async () => {
    world = await WORLDS['the embedded database']()
  })
  after(() => world.remove())

  it('loads nothing of the library, and names the caller’s trace in the log', async () => {
    const gateway = await world.start(PRINTS_LOADED)
    await fetch(`${gateway.url}/v1/models`, { headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } })
    await eventually(() => gateway.output().includes(`"trace_id":"${TRACE}"`))
    expect(gateway.output()).not.to.match(/"span_id"/)
    expect(gateway.output()).not.to.match(LOADED)
    await gateway.end('SIGTERM')

    const receiver = await startOtlpReceiver()
    try {
      const traced = await world.start({ ...PRINTS_LOADED, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
      expect(traced.output()).to.match(LOADED)
      await traced.end('SIGTERM')
    } finally {
      await receiver.close()
    }
  })
})
