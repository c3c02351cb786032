import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { WEB_RULES } from '../../../src/domain/media/public-url.ts'
import { checkWebhookCount, wantsEvent, webhookUrl } from '../../../src/domain/webhooks/webhook.ts'

const RULES = { allowsHttp: false, urls: WEB_RULES }

describe('a webhook', () => {
  it('has an https address of a public host, in one spelling', () => {
    const good = webhookUrl('HTTPS://Hooks.Example.com:443/a?b=c', RULES)
    expect(good).to.deep.include({ right: 'https://hooks.example.com/a?b=c' })
    const bad = ['http://hooks.example.com/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/']
    const worse = ['https://hooks.example.com:8443/', 'https://a:b@hooks.example.com/', 'ftp://example.com/', '']
    for (const url of [...bad, ...worse]) expect(isRight(webhookUrl(url, RULES)), url).to.equal(false)
  })

  it('may have an http address where the installation allows it, and no private one then either', () => {
    const rules = { ...RULES, allowsHttp: true }
    expect(isRight(webhookUrl('http://hooks.example.com/', rules))).to.equal(true)
    expect(isRight(webhookUrl('http://192.168.0.1/', rules))).to.equal(false)
  })

  it('gets the kinds of events that it asked for, and none while it is disabled', () => {
    const some = { enabled: true, events: ['balance.low'] as const }
    expect(wantsEvent(some, 'balance.low')).to.equal(true)
    expect(wantsEvent(some, 'topup.failed')).to.equal(false)
    expect(wantsEvent(some, 'webhook.test')).to.equal(true)
    expect(wantsEvent({ enabled: true, events: null }, 'topup.failed')).to.equal(true)
    expect(wantsEvent({ enabled: false, events: null }, 'webhook.test')).to.equal(false)
  })

  it('is one of ten at the most', () => {
    expect([9, 10].map((count) => isRight(checkWebhookCount(count)))).to.deep.equal([true, false])
  })
})
