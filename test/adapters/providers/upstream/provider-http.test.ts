import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { providerHttp } from '../../../../src/adapters/providers/upstream/provider-http.ts'
import type { ProviderHttp } from '../../../../src/adapters/providers/upstream/provider-http.ts'
import { headerOf, upstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import type { HeldMemory } from '../../../../src/application/ports/process/held-memory.ts'
import { startScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, hangs } from '../../../support/upstreams/upstream-scripts.ts'

describe('providerHttp', () => {
  let upstream: ScriptedUpstream
  const http = upstreamHttp()
  const failures: { readonly status: number; readonly body: unknown }[] = []

  before(async () => {
    upstream = await startScriptedUpstream()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const provider = (baseUrl = upstream.baseUrl, limits = {}, timeouts = {}): ProviderHttp =>
    providerHttp(
      { baseUrl, apiKey: 'k', http, timeouts, limits },
      {
        headers: { 'x-key': 'k' },
        requestIdOf: (headers) => headerOf(headers, 'x-call'),
        failureOf: (status, headers, body) => {
          failures.push({ status, body })
          return { tag: 'server_error', message: 'x', upstreamRequestId: headerOf(headers, 'x-call') }
        },
      },
    )
  const asked = { path: '/ask', body: { a: 1 } }
  const breaksOff: Script = (response) => {
    response.writeHead(500, { 'content-length': '100' }).write('{"error"')
    setTimeout(() => response.destroy(), 20)
  }

  it('posts below the base URL, whether or not it has a path and a slash at its end', async () => {
    const { origin } = new URL(upstream.baseUrl)
    for (const [baseUrl, path] of [
      [`${origin}/v1`, '/v1/ask'],
      [`${origin}/v1//`, '/v1/ask'],
      [origin, '/ask'],
      [`${origin}/`, '/ask'],
    ] as const) {
      upstream.next(answersJson({}))
      await provider(baseUrl).postJson(asked, {})
      expect(upstream.requests.at(-1)).to.deep.include({ method: 'POST', path })
    }
    expect(upstream.requests.at(-1)?.headers).to.include({ 'x-key': 'k', 'content-type': 'application/json' })
  })

  it('asks for answers without a coding, because it reads them as they come', async () => {
    upstream.next(answersJson({}), answersJson({}), answersText('file'))
    await provider().postJson(asked, {})
    await provider().getJson('/job', {})
    await provider().getFile(`${upstream.baseUrl}/file`, undefined)
    const codings = upstream.requests.slice(-3).map(({ headers }) => headers['accept-encoding'])
    expect(codings).to.deep.equal(['identity', 'identity', 'identity'])
  })

  it('gives the JSON and the id of the call', async () => {
    upstream.next(answersJson({ b: 2 }, 201, { 'x-call': 'c1' }))
    const response = await provider().postJson(asked, {})
    expect(response).to.deep.nested.include({ 'right.body': { b: 2 } })
    expect(response).to.nested.include({ 'right.status': 201, 'right.upstreamRequestId': 'c1' })
  })

  const errors: readonly [string, Script, object][] = [
    ['its JSON', answersJson({ error: 'x' }, 418), { status: 418, body: { error: 'x' } }],
    ['no body where it is no JSON', answersText('<html>', 503, 'text/html'), { status: 503, body: undefined }],
    ['no body where it never came whole', breaksOff, { status: 500, body: undefined }],
  ]
  for (const [title, script, expected] of errors) {
    it(`hands an error status to the provider with ${title}, in every kind of call`, async () => {
      const calls: ((client: ProviderHttp) => Promise<unknown>)[] = [
        (client) => client.postJson(asked, {}),
        (client) => client.postBytes(asked, {}),
        (client) => client.postStream(asked, undefined),
        (client) => client.getJson('/job', {}),
        (client) => client.getFile(new URL('/f', upstream.baseUrl).href, undefined),
      ]
      for (const call of calls) {
        failures.length = 0
        upstream.next(script)
        expect(await call(provider())).to.have.nested.property('left.tag', 'server_error')
        expect(failures).to.deep.equal([expected])
      }
    })
  }

  it('tells JSON that is deeper than it reads from what is no JSON', async () => {
    const deep = `{"a":${'['.repeat(70)}${']'.repeat(70)}}`
    upstream.next(answersText(deep))
    expect(await provider(upstream.baseUrl).postJson(asked, {})).to.nested.include({ 'left.tag': 'too_large' })
    upstream.next(answersText(deep.slice(0, 30)))
    expect(await provider(upstream.baseUrl).postJson(asked, {})).to.nested.include({ 'right.body': undefined })
  })

  it('refuses a body above the bound, and names the call', async () => {
    upstream.next(answersJson({ b: 'x'.repeat(100) }, 200, { 'x-call': 'c2' }))
    const response = await provider(upstream.baseUrl, { maxResponseBytes: 20 }).postJson(asked, {})
    expect(response).to.nested.include({ 'left.tag': 'too_large', 'left.upstreamRequestId': 'c2' })
  })

  it('takes no large answer that counts in no memory, of any kind of call', async () => {
    const large = answersText(`{"a":"${'x'.repeat(1_100_000)}"}`)
    const calls: ((client: ProviderHttp, memory?: HeldMemory) => Promise<unknown>)[] = [
      (client, memory) => client.postJson(asked, { memory }),
      (client, memory) => client.postBytes(asked, { memory }),
      (client, memory) => client.getJson('/job', { memory }),
    ]
    for (const call of calls) {
      upstream.next(large, large)
      expect(await call(provider(upstream.baseUrl))).to.have.nested.property('left.tag', 'too_large')
      const memory = memoryBudget(10_000_000, 10_000_000).open('caller')
      expect(await call(provider(upstream.baseUrl), memory)).to.have.property('_tag', 'Right')
      expect(memory.bytes()).to.be.above(1_100_000)
    }
  })

  it('ends a call that the upstream does not answer as timed out', async () => {
    upstream.next(hangs())
    const response = await provider(upstream.baseUrl, {}, { idleTimeoutMs: 200 }).getJson('/job', {})
    expect(isLeft(response) && response.left.tag).to.equal('timed_out')
  })

  it('downloads without the key, and takes a page for no file', async () => {
    upstream.next((response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('abc'))
    const file = await provider().getFile(new URL('/f', upstream.baseUrl).href, undefined)
    expect(file).to.have.property('_tag', 'Right')
    expect(upstream.requests.at(-1)?.headers).to.not.have.property('x-key')
    failures.length = 0
    upstream.next(answersText('<html>', 200, 'text/html'))
    expect(await provider().getFile(new URL('/f', upstream.baseUrl).href, undefined)).to.have.property('_tag', 'Left')
    expect(failures).to.have.nested.property('[0].status', 200)
  })

  it('closes the connection of a download that is given up before its first byte was read', async () => {
    const closed = new Promise<void>((resolve) =>
      upstream.next((response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-type': 'video/mp4' }).write('the first of many bytes')
      }),
    )
    const timeouts = { idleTimeoutMs: 600_000, nonStreamingIdleTimeoutMs: 600_000, deadlineMs: 600_000 }
    const file = await provider(upstream.baseUrl, {}, timeouts).getFile(new URL('/f', upstream.baseUrl).href, undefined)
    if (isLeft(file)) throw new Error(file.left.tag)
    await file.right[Symbol.asyncIterator]().return?.()
    await closed
  })
})
