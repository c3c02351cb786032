import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { chat, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { LOCAL_WEBHOOKS } from '../../support/processes/serve-here.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWebhookReceiver } from '../../support/servers/webhook-receiver.ts'

const suite = (name: (typeof WORLD_NAMES)[number]): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let customer: Customer
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await WORLDS[name]()
    gateway = await world.serve({}, LOCAL_WEBHOOKS)
    expectDocumented = await fetchOpenApiCheck(gateway.url)
  })
  after(() => world.remove())

  const send = async (operation: string, method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${gateway.url}${path}`, { method, headers, ...content })
    const parsed = (await response.json()) as Record<string, unknown>
    expectDocumented(operation, response.status, parsed)
    return { status: response.status, body: parsed }
  }
  const settings = async () => (await send('readNotifications', 'GET', '/v1/me/notifications')).body

  /** The customer's mails of which the text holds this one. */
  const mails = async (text: string): Promise<readonly string[]> => {
    const directory = join(world.environment['DATA_DIR'] ?? '', 'mail')
    const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'))
    const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
    return texts.filter((mail) => mail.includes(`To: ${customer.email}`) && mail.includes(text))
  }
  const verify = async (): Promise<void> => {
    await eventually(async () => (await mails('verify-email?token=')).length > 0, 100)
    const [mail = ''] = await mails('verify-email?token=')
    const token = /verify-email\?token=([\w-]+)/.exec(mail)?.[1]
    await send('verifyEmail', 'POST', '/v1/auth/verify-email', { token })
  }

  it('are chosen by the owner, field by field', async () => {
    customer = await makeCustomer(gateway.url, '0')
    const all = {
      balance_low: true,
      key_budget_80: true,
      key_budget_100: true,
      topup_failed: true,
      webhook_disabled: true,
    }
    const defaults = { low_balance_threshold: '100.00', language: 'en', mail: all }
    expect(await settings()).to.deep.equal(defaults)
    const change = (fields: object) => send('changeNotifications', 'PATCH', '/v1/me/notifications', fields)
    expect((await change({ mail: { key_budget_80: false } })).body['mail']).to.deep.equal({
      ...all,
      key_budget_80: false,
    })
    expect((await change({ low_balance_threshold: '12.5', language: 'ru' })).body).to.include({
      low_balance_threshold: '12.50',
      language: 'ru',
    })
    expect((await change({ low_balance_threshold: null, mail: { key_budget_80: true } })).body).to.deep.equal({
      ...defaults,
      low_balance_threshold: null,
      language: 'ru',
    })
    for (const wrong of [{ low_balance_threshold: '0' }, { language: 'de' }, { mail: { balance_low: 'no' } }]) {
      expect((await change(wrong)).status, JSON.stringify(wrong)).to.equal(422)
    }
  })

  it('come once by mail and by webhook when the balance is low, and end by one click without a session', async () => {
    customer = await makeCustomer(gateway.url, '50')
    await verify()
    const receiver = await openWebhookReceiver()
    try {
      const made = await send('createWebhook', 'POST', '/v1/me/webhooks', {
        url: receiver.url,
        events: ['balance.low'],
      })
      receiver.secrets.push(String(made.body['secret']))
      const call = () =>
        chat(gateway.url, customer.apiKey, { model: 'sandbox/echo', messages: [{ role: 'user', content: 'one two' }] })
      expect((await call()).status).to.equal(200)
      await eventually(() => receiver.events.length > 0, 100)
      expect(receiver.events[0]?.data).to.include({ currency: 'RUB', threshold: '100.00' })
      await eventually(async () => (await mails('Your balance is')).length > 0, 100)
      const [mail = ''] = await mails('Your balance is')
      expect(mail).to.include('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
      const address = /^List-Unsubscribe: <([^>]+)>\r$/m.exec(mail)?.[1] ?? ''
      const path = new URL(address).pathname + new URL(address).search
      const click = () =>
        fetch(`${gateway.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        })
      for (let clicks = 0; clicks < 2; clicks += 1) {
        const clicked = await click()
        const answer: unknown = await clicked.json()
        expectDocumented('unsubscribe', clicked.status, answer)
        expect([clicked.status, answer]).to.deep.equal([200, { kind: 'balance_low' }])
      }
      expect((await settings())['mail']).to.include({ balance_low: false, topup_failed: true })
      expect((await fetch(`${gateway.url}${path}x`, { method: 'POST' })).status).to.equal(422)
      expect(gateway.output()).to.not.include(new URL(address).searchParams.get('token') ?? '?')
      // Another call falls no further than the mark: neither a second event nor a second mail.
      await call()
      expect([receiver.events.length, (await mails('Your balance is')).length]).to.deep.equal([1, 1])
    } finally {
      await receiver.close()
    }
  })

  it('come once by mail and by webhook for each mark that the spending of a key passes, and again of a raised limit', async () => {
    customer = await makeCustomer(gateway.url, '1000')
    await verify()
    const receiver = await openWebhookReceiver()
    try {
      const events = ['key.budget_80', 'key.budget_100']
      const webhook = await send('createWebhook', 'POST', '/v1/me/webhooks', { url: receiver.url, events })
      receiver.secrets.push(String(webhook.body['secret']))
      const key = (await send('createApiKey', 'POST', '/v1/me/api-keys', { name: 'limited', spend_limit: '20' })).body
      /** Each costs two roubles, neither more nor less. */
      const images = async (count: number, status = 200): Promise<void> => {
        for (let made = 0; made < count; made += 1) {
          const response = await fetch(`${gateway.url}/v1/images/generations`, {
            method: 'POST',
            headers: { authorization: `Bearer ${String(key['key'])}`, 'content-type': 'application/json' },
            body: JSON.stringify({ model: 'sandbox/image', prompt: 'a red boat', size: '16x16' }),
          })
          expect(response.status, await response.text()).to.equal(status)
        }
      }
      const received = async (count: number): Promise<readonly unknown[]> => {
        await eventually(() => receiver.events.length >= count, 100)
        return receiver.events.map(({ type, data }) => [type, data['spent'], data['spend_limit']])
      }
      const first = ['key.budget_80', '16.00', '20.00']
      await images(8)
      expect(await received(1)).to.deep.equal([first])
      await images(2)
      const second = ['key.budget_100', '20.00', '20.00']
      expect(await received(2)).to.deep.equal([first, second])
      await images(1, 402)
      await send('changeApiKey', 'PATCH', `/v1/me/api-keys/${String(key['id'])}`, { spend_limit: '40' })
      await images(6)
      // What the refused call might have brought a second time, or of the raised limit, would be here by now.
      const third = ['key.budget_80', '32.00', '40.00']
      expect(await received(3)).to.deep.equal([first, second, third])
      const counts = async () => [
        (await mails('Subject: An API key has spent 80 % of its limit')).length,
        (await mails('Subject: An API key has reached its limit')).length,
      ]
      await eventually(async () => (await counts())[0] === 2, 100)
      expect(await counts()).to.deep.equal([2, 1])
    } finally {
      await receiver.close()
    }
  })
}

for (const name of WORLD_NAMES) describe(`notifications on ${name}`, () => suite(name))
