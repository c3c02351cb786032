import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startOtlpReceiver } from '../../support/servers/otlp-receiver.ts'
import type { OtlpReceiver } from '../../support/servers/otlp-receiver.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

const DIARY = 'what stands in my diary'

const ECHO = { model: 'sandbox/echo', messages: [{ role: 'user', content: DIARY }] }

describe('a service that traces', () => {
  let world: GatewayWorld
  let receiver: OtlpReceiver
  beforeEach(async () => {
    world = await WORLDS['the embedded database']()
    receiver = await startOtlpReceiver()
  })
  afterEach(async () => {
    await world.remove()
    await receiver.close()
  })

  const startTracing = (over: Readonly<Record<string, string>> = {}) =>
    world.start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'always_on', ...over })

  it('sends at its stop what it has not sent yet, the settles behind the answers too', async () => {
    const gateway = await startTracing()
    const customer = await makeCustomer(gateway.url, '10')
    await (await chat(gateway.url, customer.apiKey, { ...ECHO, stream: true })).text()
    expect(await gateway.end('SIGTERM')).to.equal(0)
    const names = receiver.spans().map(({ name }) => name)
    for (const name of ['POST /v1/chat/completions', 'hold', 'chat echo', 'settle']) expect(names).to.include(name)
    expect(new Set(receiver.spans().map(({ resource }) => resource['service.name']))).to.deep.equal(
      new Set(['model-gateway']),
    )
  })

  it('serves as ever, and stops well, while its receiver does not answer', async () => {
    receiver.answersWith(() => undefined)
    const gateway = await startTracing({ OTEL_EXPORTER_OTLP_TIMEOUT: '500' })
    const customer = await makeCustomer(gateway.url, '10')
    for (let calls = 0; calls < 5; calls += 1) {
      expect((await chat(gateway.url, customer.apiKey, ECHO)).status).to.equal(200)
    }
    await eventually(() => gateway.output().includes('spans were lost'))
    expect((await chat(gateway.url, customer.apiKey, ECHO)).status).to.equal(200)
    expect(await gateway.end('SIGTERM')).to.equal(0)
    expect(gateway.output()).not.to.include('went on without this step')
  })

  it('shows what was asked and answered where its operator wants that', async () => {
    const gateway = await startTracing({ TRACE_CONTENT: 'on' })
    const customer = await makeCustomer(gateway.url, '10')
    const leak = `${DIARY} ${customer.apiKey}`
    for (const stream of [false, true]) {
      const messages = [{ role: 'user', content: leak }]
      await (await chat(gateway.url, customer.apiKey, { ...ECHO, messages, stream })).text()
    }
    await gateway.end('SIGTERM')
    const asked = receiver.spans().filter(({ name }) => name === 'chat echo')
    expect(asked).to.have.length(2)
    const text = `${DIARY} [redacted]`
    for (const { attributes } of asked) {
      const [input, output] = ['gen_ai.input.messages', 'gen_ai.output.messages'].map((name) => attributes[name])
      expect(JSON.parse(String(input))).to.deep.equal([{ role: 'user', parts: [{ type: 'text', content: text }] }])
      expect(JSON.parse(String(output))).to.deep.equal([
        { role: 'assistant', parts: [{ type: 'text', content: text }] },
      ])
    }
  })

  it('traces a turn that is paid in tokens to the settle that is written with its answer', async () => {
    const gateway = await startTracing()
    const { accessToken } = await makeCustomer(gateway.url, '0')
    const traceId = randomBytes(16).toString('hex')
    const turn = await fetch(`${gateway.url}/v1/me/chat`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': randomUUID(),
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: DIARY }] }),
    })
    expect(turn.status).to.equal(200)
    const spans = await receiver.trace(traceId, 4)
    const [request, ...children] = spans
    expect(request?.name).to.equal('POST /v1/me/chat')
    expect(children.map(({ name }) => name)).to.deep.equal(['hold', 'chat echo', 'settle'])
    for (const { parentId } of children) expect(parentId).to.equal(request?.spanId)
  })
})
