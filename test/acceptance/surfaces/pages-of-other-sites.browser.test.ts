import { createServer } from 'node:http'
import { expect } from 'chai'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import type { Customer } from '../../support/accounts/customer.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { describeInBrowser } from '../../support/processes/browser.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'

/** What runs in the page, with the SDKs as a front end bundles them. A result is JSON; a failure is its text. */
const SCRIPT = `
import OpenAI from 'openai'
import Anthropic from '@anthropic-ai/sdk'
const browser = { dangerouslyAllowBrowser: true, maxRetries: 0 }
const messages = [{ role: 'user', content: 'Good morning' }]
const chat = { model: 'sandbox/echo', messages }
window.openAt = (url, apiKey) => {
  const openai = new OpenAI({ ...browser, apiKey, baseURL: url + '/v1' })
  const anthropic = new Anthropic({ ...browser, apiKey, baseURL: url })
  return {
    chat: async () => {
      const { data, response, request_id } = await openai.chat.completions.create(chat).withResponse()
      return [data.choices[0].message.content, request_id !== null, response.headers.get('x-gateway-cost-rub') !== null]
    },
    stream: async () => {
      let text = ''
      for await (const chunk of await openai.chat.completions.create({ ...chat, stream: true }))
        text += chunk.choices[0]?.delta.content ?? ''
      return text
    },
    refusal: async () => {
      const failure = await openai.chat.completions.create({ ...chat, model: 'nowhere' }).catch((error) => error)
      return [failure.status, failure.code, failure.requestID !== null]
    },
    message: async () => {
      const call = anthropic.messages.create({ model: 'sandbox/echo', max_tokens: 50, messages })
      const { data, response, request_id } = await call.withResponse()
      const left = response.headers.get('anthropic-ratelimit-requests-remaining')
      return [data.content[0].text, request_id !== null && request_id !== undefined, left !== null]
    },
  }
}
window.show = (kind, address) => new Promise((resolve) => {
  const element = document.createElement(kind)
  element.onload = () => resolve('shown')
  element.onerror = () => resolve('blocked')
  element.src = address
})
`

/** A site of its own: browsers hold `localhost` and `127.0.0.1` for two. */
const startSite = async (): Promise<{ readonly origin: string; close(): Promise<void> }> => {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  })
  const script = outputFiles[0]?.text ?? ''
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.writeHead(200, { 'content-type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8` })
    response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>')
  })
  const { port, close } = await listenOnLoopback(server)
  return { origin: `http://localhost:${port}`, close }
}

const suite = (startBrowser: () => Promise<Browser>): void => {
  let world: GatewayWorld
  let site: Awaited<ReturnType<typeof startSite>>
  let browser: Browser
  let page: Page
  let url: string
  let customer: Customer

  before(async () => {
    site = await startSite()
    world = await openWorld({ CORS_ORIGINS: site.origin, SIGNUP_BONUS_TOKEN: '20' })
    ;({ url } = await world.serve())
    customer = await world.customer(url, '100')
    browser = await startBrowser()
    page = await browser.newPage()
    await page.goto(site.origin)
  })
  after(async () => {
    await browser.close()
    await site.close()
    await world.remove()
  })

  const run = (step: string): Promise<unknown> =>
    page.evaluate(`openAt(${JSON.stringify(url)}, ${JSON.stringify(customer.apiKey)}).${step}()`)

  it('call with OpenAI’s SDK, at once and as a stream, and read the request id, the cost and errors', async () => {
    expect(await run('chat')).to.deep.equal(['Good morning', true, true])
    expect(await run('stream')).to.equal('Good morning')
    expect(await run('refusal')).to.deep.equal([404, 'model_not_found', true])
  })

  it('call with Anthropic’s SDK, and read its request id and what is left of the rate limit', async () => {
    expect(await run('message')).to.deep.equal(['Good morning', true, true])
  })

  it('show an image by its signed address, as an image of the page', async () => {
    const generated = await fetch(`${url}/v1/me/generations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${customer.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': 'boat',
      },
      body: JSON.stringify({ task: 'sandbox-image', prompt: 'a red boat', parameters: { size: '640x360' } }),
    })
    const { media } = (await generated.json()) as { readonly media: readonly [Readonly<Record<string, string>>] }
    for (const address of [media[0]['url'], media[0]['thumbnail_url']])
      expect(await page.evaluate(`show('img', ${JSON.stringify(address)})`)).to.equal('shown')
  })
}

describeInBrowser('Pages of other sites that an operator admits', suite)
