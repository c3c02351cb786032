import { expect } from 'chai'
import { randomBytes, randomUUID } from 'node:crypto'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startOtlpReceiver } from '../../support/servers/otlp-receiver.ts'
import type { OtlpReceiver, ReceivedSpan } from '../../support/servers/otlp-receiver.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import {
  answersJson,
  chunk,
  frame,
  streamsThenBreaks,
  streamsThenHangs,
} from '../../support/upstreams/upstream-scripts.ts'

const CHAT = 'POST /v1/chat/completions'

const DIARY = 'what stands in my diary'

const newTrace = (): string => randomBytes(16).toString('hex')

/** The caller's span in every trace of this file. */
const CALLER = 'b7ad6b7169203331'

describe('the traces of calls', () => {
  let receiver: OtlpReceiver
  let scripted: ScriptedWorld
  let customer: Customer

  before(async () => {
    receiver = await startOtlpReceiver()
    const failover = {
      deployments: [
        { provider: 'scripted', model: 'down' },
        { provider: 'second', model: 'up' },
      ],
    }
    scripted = await startScriptedWorld(
      ['echo', 'failover', 'cut', 'slow'],
      { failover },
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one%20two',
        OTEL_SERVICE_NAME: 'gateway-under-test',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    )
    customer = await scripted.world.customer(scripted.gateway.url, '100')
    scripted.upstream.onModel('down', answersJson({ error: { message: 'Bearer sk-of-the-operator-12345' } }, 503))
    scripted.upstream.onModel('cut', streamsThenBreaks([frame(chunk({ role: 'assistant', content: 'one' }))]))
    scripted.upstream.onModel('slow', streamsThenHangs([frame(chunk({ role: 'assistant', content: 'one' }))]))
  })
  after(async () => {
    await scripted.remove()
    await receiver.close()
  })

  const ask = (
    traceId: string,
    body: Readonly<Record<string, unknown>>,
    over: { readonly headers?: Record<string, string>; readonly key?: string; readonly signal?: AbortSignal } = {},
  ): Promise<Response> =>
    fetch(`${scripted.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${over.key ?? customer.apiKey}`,
        traceparent: `00-${traceId}-${CALLER}-01`,
        ...over.headers,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: DIARY }], ...body }),
      signal: over.signal ?? null,
    })

  const names = (spans: readonly ReceivedSpan[]): readonly string[] => spans.map(({ name }) => name)

  /** The first span is of the caller's request, and each other one a child of it. */
  const expectOneRequest = (spans: readonly ReceivedSpan[]): void => {
    const [request, ...children] = spans
    expect(request).to.include({ parentId: CALLER, kind: 2 })
    for (const child of children) expect(child.parentId, child.name).to.equal(request?.spanId)
  }

  const lineWith = async (fields: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
    const find = (): Readonly<Record<string, unknown>> | undefined =>
      scripted.gateway
        .output()
        .split('\n')
        .flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Record<string, unknown>] : []))
        .find((line) => Object.entries(fields).every(([name, value]) => line[name] === value))
    await eventually(() => find() !== undefined)
    return find() ?? {}
  }

  it('hold the hold, the call of the provider and the settle of a plain chat', async () => {
    const traceId = newTrace()
    const answer = await ask(traceId, { model: 'scripted/echo', max_tokens: 50, temperature: 0.5 })
    await answer.text()
    const operationId = answer.headers.get('x-gateway-operation-id')
    const spans = await receiver.trace(traceId, 4)
    expect(names(spans)).to.deep.equal([CHAT, 'hold', 'chat echo', 'settle'])
    expectOneRequest(spans)
    const [request, hold, provider, settle] = spans
    expect(request?.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'gen_ai.request.model': 'scripted/echo',
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 2,
      'gateway.operation.id': operationId,
      'gateway.cost.rub': '0.007',
    })
    expect(request?.resource).to.include({
      'service.name': 'gateway-under-test',
      'deployment.environment.name': 'test',
    })
    expect(hold?.attributes).to.include({ 'gateway.operation.id': operationId, 'gateway.ledger.outcome': 'held' })
    expect(provider).to.include({ kind: 3, status: 0 })
    expect(provider?.attributes).to.include({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.request.model': 'echo',
      'gen_ai.original.model': 'scripted/echo',
      'gen_ai.request.max_tokens': 50,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.stream': false,
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 2,
      'server.address': '127.0.0.1',
    })
    expect(provider?.attributes['gen_ai.response.finish_reasons']).to.deep.equal(['stop'])
    expect(settle?.attributes).to.include({
      'gateway.operation.id': operationId,
      'gateway.ledger.outcome': 'settled',
      'gateway.charge.amount': '0.007',
      'gateway.writeoff.amount': '0.00',
    })
    expect(receiver.requests[0]).to.have.property('path', '/v1/traces')
    expect(receiver.requests[0]?.headers['x-tenant']).to.equal('one two')
  })

  it('hold a streamed chat to its last chunk', async () => {
    const traceId = newTrace()
    await (await ask(traceId, { model: 'scripted/echo', stream: true })).text()
    const spans = await receiver.trace(traceId, 4)
    expect(names(spans)).to.deep.equal([CHAT, 'hold', 'chat echo', 'settle'])
    expectOneRequest(spans)
    expect(spans[2]?.attributes).to.include({
      'gen_ai.request.stream': true,
      'gen_ai.usage.output_tokens': 5,
      'gateway.upstream.request_id': 'req-scripted',
    })
    expect(spans[2]?.attributes['gen_ai.response.time_to_first_chunk']).to.be.a('number')
  })

  it('hold each attempt of a call that fails over, and what failed without its secrets', async () => {
    const traceId = newTrace()
    await (await ask(traceId, { model: 'scripted/failover' })).text()
    const spans = await receiver.trace(traceId, 5)
    expect(names(spans)).to.deep.equal([CHAT, 'hold', 'chat down', 'chat up', 'settle'])
    expectOneRequest(spans)
    const [, , down, up] = spans
    expect(down).to.include({ status: 2 })
    expect(down?.attributes).to.include({ 'error.type': 'unavailable', 'gateway.upstream.status_code': 503 })
    expect(down?.attributes['gateway.provider.id']).to.equal('scripted')
    expect(up).to.include({ status: 0 })
    expect(up?.attributes['gateway.provider.id']).to.equal('second')
    const line = await lineWith({ msg: 'an upstream call failed', deployment: 'down' })
    expect(line).to.include({ trace_id: traceId, span_id: down?.spanId })
  })

  it('hold the failure of a stream that is cut, and the release of its hold', async () => {
    const traceId = newTrace()
    await (await ask(traceId, { model: 'scripted/cut', stream: true })).text()
    const spans = await receiver.trace(traceId, 4)
    expect(names(spans)).to.deep.equal([CHAT, 'hold', 'chat cut', 'release'])
    expectOneRequest(spans)
    expect(spans[2]).to.include({ status: 2 })
    expect(spans[2]?.attributes).to.include({ 'error.type': 'cut' })
    expect(spans[3]?.attributes).to.include({ 'gateway.release.reason': 'upstream_failed' })
  })

  it('hold the call of a client that left, and its charge in the same trace', async () => {
    const traceId = newTrace()
    const leaving = new AbortController()
    const answer = await ask(traceId, { model: 'scripted/slow', stream: true }, { signal: leaving.signal })
    await answer.body?.getReader().read()
    leaving.abort()
    const spans = await receiver.trace(traceId, 4)
    expect(names(spans).toSorted()).to.deep.equal([CHAT, 'chat slow', 'hold', 'settle'])
    expectOneRequest(spans)
    expect(spans[0]?.attributes).to.include({ 'gateway.client.left': true })
    const provider = spans.find(({ name }) => name === 'chat slow')
    expect(provider).to.include({ status: 0 })
    expect(provider?.attributes).to.include({ 'gateway.upstream.cancelled': true })
  })

  it('hold a refusal because money is lacking, which asks no provider', async () => {
    const traceId = newTrace()
    const poor = await makeCustomer(scripted.gateway.url, '0')
    const refused = await ask(traceId, { model: 'scripted/echo' }, { key: poor.apiKey })
    expect(refused.status).to.equal(402)
    const spans = await receiver.trace(traceId, 2)
    expect(names(spans)).to.deep.equal([CHAT, 'hold'])
    expect(spans[0]).to.include({ status: 0 })
    expect(spans[0]?.attributes).to.include({ 'http.response.status_code': 402 })
    expect(spans[1]?.attributes).to.include({ 'gateway.ledger.outcome': 'insufficient' })
  })

  it('hold one call of a provider for a request that is sent twice under one key', async () => {
    const [first, second] = [newTrace(), newTrace()]
    const headers = { 'idempotency-key': randomUUID() }
    for (const traceId of [first, second]) await (await ask(traceId, { model: 'scripted/echo' }, { headers })).text()
    expect(names(await receiver.trace(first, 4))).to.deep.equal([CHAT, 'hold', 'chat echo', 'settle'])
    expect(names(await receiver.trace(second, 1))).to.deep.equal([CHAT])
  })

  it('never mix, however many calls run at once', async () => {
    const calls = Array.from({ length: 15 }, (_, index) => ({ traceId: newTrace(), words: index + 1 }))
    await Promise.all(
      calls.map(async ({ traceId, words }, index) => {
        const content = Array.from({ length: words }, () => 'w').join(' ')
        const messages = [{ role: 'user', content }]
        await (await ask(traceId, { model: 'scripted/echo', stream: index % 2 === 0, messages })).text()
      }),
    )
    const operations = new Set<unknown>()
    for (const { traceId, words } of calls) {
      const spans = await receiver.trace(traceId, 4)
      expect(names(spans)).to.deep.equal([CHAT, 'hold', 'chat echo', 'settle'])
      expectOneRequest(spans)
      const ids = new Set(spans.map(({ attributes }) => attributes['gateway.operation.id']))
      expect(ids.size).to.equal(1)
      for (const id of ids) operations.add(id)
      const streamed = spans[2]?.attributes['gen_ai.request.stream'] === true
      if (streamed) expect(spans[2]?.attributes['gen_ai.usage.output_tokens']).to.equal(words)
    }
    expect(operations.size).to.equal(calls.length)
  })

  it('name the lines of the log, and go on at a server of the operator’s own', async () => {
    const traceId = newTrace()
    const headers = { tracestate: 'vendor=1,other=2' }
    await (await ask(traceId, { model: 'scripted/echo' }, { headers })).text()
    const spans = await receiver.trace(traceId, 4)
    expect(await lineWith({ msg: 'request', trace_id: traceId, span_id: spans[0]?.spanId })).to.include({ status: 200 })
    const sent = scripted.upstream.requests.at(-1)?.headers
    expect(sent?.['traceparent']).to.equal(`00-${traceId}-${spans[2]?.spanId ?? ''}-01`)
    expect(sent?.['tracestate']).to.equal('vendor=1,other=2')
  })

  it('hold nothing of a call whose caller does not record it, and say so to servers of the operator’s own', async () => {
    const traceId = newTrace()
    const headers = { traceparent: `00-${traceId}-${CALLER}-00` }
    for (const stream of [false, true]) {
      const answer = await ask(newTrace(), { model: 'scripted/echo', stream }, { headers })
      const operationId = answer.headers.get('x-gateway-operation-id')
      await answer.text()
      const line = await lineWith({ msg: 'request', operationId })
      expect(line).to.include({ trace_id: traceId })
      const sent = scripted.upstream.requests.at(-1)?.headers
      expect(sent?.['traceparent']).to.equal(`00-${traceId}-${String(line['span_id'])}-00`)
    }
    const later = newTrace()
    await (await ask(later, { model: 'scripted/echo' })).text()
    await receiver.trace(later, 4)
    expect(receiver.spans().filter((span) => span.traceId === traceId)).to.deep.equal([])
  })

  it('begin anew where what the caller says of a trace is malformed', async () => {
    const before = receiver.spans().length
    for (const traceparent of [
      `00-${'0'.repeat(32)}-${CALLER}-01`,
      'a'.repeat(5_000),
      `00-${newTrace()}-${CALLER}-01x`,
    ])
      expect((await ask(newTrace(), { model: 'scripted/echo' }, { headers: { traceparent } })).status).to.equal(200)
    // None was asked to be recorded, and the share of the default may take some.
    expect(
      receiver
        .spans()
        .slice(before)
        .filter(({ parentId, kind }) => kind === 2 && parentId !== ''),
    ).to.deep.equal([])
  })

  it('hold nothing of what was asked and answered, no key and no address of a person', async () => {
    const traceId = newTrace()
    await (await ask(traceId, { model: 'scripted/echo', user: customer.email })).text()
    await receiver.trace(traceId, 4)
    const all = JSON.stringify(receiver.spans(), (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    for (const secret of [DIARY, 'diary', customer.apiKey, customer.email, 'sk-of-the-operator']) {
      expect(all.includes(secret), secret).to.equal(false)
    }
  })
})
