import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startOtlpReceiver } from '../../support/servers/otlp-receiver.ts'
import type { OtlpReceiver, ReceivedSpan } from '../../support/servers/otlp-receiver.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'

describe('the trace of a call that was admitted against reserved money', () => {
  let receiver: OtlpReceiver
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    receiver = await startOtlpReceiver()
    // The test waits for the spans of each call. The key keeps what is reserved for it during that time.
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, RESERVATIONS_IDLE_MS: '60000' }
    scripted = await startScriptedWorld(['echo'], {}, environment)
    customer = await scripted.world.customer(scripted.gateway.url, '1000')
  })
  after(async () => {
    await scripted.remove()
    await receiver.close()
  })

  const spansOfCall = async (): Promise<readonly ReceivedSpan[]> => {
    const traceId = randomBytes(16).toString('hex')
    const answer = await fetch(`${scripted.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${customer.apiKey}`,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({
        model: 'scripted/echo',
        max_tokens: 5,
        messages: [{ role: 'user', content: 'one two three' }],
      }),
    })
    await answer.text()
    return receiver.trace(traceId, 4)
  }

  it('has its admission, the call of the provider and the capture behind the answer', async () => {
    let spans: readonly ReceivedSpan[] = []
    // A key is busy that calls again and again within some seconds. Until then, and until its reservation is there,
    // calls take holds of their own; on a slow machine the spans alone may take as long.
    await eventually(async () => {
      const [first = []] = await Promise.all(Array.from({ length: 3 }, spansOfCall))
      spans = first
      return spans[1]?.name === 'admit'
    })
    expect(spans.map(({ name }) => name)).to.deep.equal(['POST /v1/chat/completions', 'admit', 'chat echo', 'capture'])
    const [request, admission, , capture] = spans
    for (const child of spans.slice(1)) expect(child.parentId).to.equal(request?.spanId)
    expect(admission?.attributes['gateway.operation.id']).to.equal(capture?.attributes['gateway.operation.id'])
    expect(capture?.attributes).to.include({ 'gateway.ledger.outcome': 'settled', 'gateway.charge.amount': '0.007' })
  })
})
