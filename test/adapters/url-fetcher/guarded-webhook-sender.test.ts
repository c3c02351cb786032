import type { IncomingMessage, RequestListener } from 'node:http'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { guardedWebhookSender } from '../../../src/adapters/url-fetcher/guarded-webhook-sender.ts'
import { randomWebhookSecrets } from '../../../src/adapters/security/random-webhook-secrets.ts'
import { WEB_RULES } from '../../../src/domain/media/public-url.ts'
import type { AttemptResult } from '../../../src/domain/webhooks/delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { openCanary } from '../../support/servers/canary-server.ts'
import type { CanaryServer } from '../../support/servers/canary-server.ts'

type Sender = ReturnType<typeof guardedWebhookSender>

const SECRETS = [randomWebhookSecrets.make(), randomWebhookSecrets.make()]
const EVENT = {
  eventId: '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b',
  kind: 'balance.low',
  data: { currency: 'RUB', balance: '12.50' },
  occurredAt: new Date('2026-01-02T03:04:05.678Z'),
} as const

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

describe('guarded webhook sender', () => {
  const servers: CanaryServer[] = []

  /** A server on the loopback address, which the sender may reach at this port alone. */
  const receiver = async (answer: RequestListener, timeoutMs = 60_000) => {
    const server = await openCanary(answer)
    servers.push(server)
    const isExempt = (host: string, port: number): boolean => host === '127.0.0.1' && port === server.port
    const sender = guardedWebhookSender({ rules: { ...WEB_RULES, isExempt }, timeoutMs })
    return { server, sender, url: `http://127.0.0.1:${server.port}/hook` }
  }
  const send = (sender: Sender, url: string, signal = new AbortController().signal): Promise<AttemptResult> =>
    sender.send({ ...EVENT, url, secrets: SECRETS, at: new Date() }, signal)

  after(async () => {
    await Promise.all(servers.map((server) => server.close()))
  })

  it('sends what the official library verifies with either secret, and with no other', async () => {
    const bodies: Promise<string>[] = []
    const { server, sender, url } = await receiver((request, response) => {
      bodies.push(bodyOf(request))
      response.end('thank you')
    })
    expect(await send(sender, url)).to.deep.equal({ tag: 'answered', status: 200 })
    const [request] = server.requests
    const body = (await bodies[0]) ?? ''
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(request?.headers[name])]),
    )
    const event = { type: 'balance.low', timestamp: '2026-01-02T03:04:05.678Z', data: EVENT.data }
    for (const secret of SECRETS) expect(new Webhook(secret).verify(body, headers)).to.deep.equal(event)
    const other = new Webhook(randomWebhookSecrets.make())
    expect(() => other.verify(body, headers)).to.throw('No matching signature found')
    expect(() => new Webhook(SECRETS[0] ?? '').verify(body.replace('12.50', '99.50'), headers)).to.throw()
    expect(headers['webhook-id']).to.equal(EVENT.eventId)
    expect([request?.method, request?.headers['content-type']]).to.deep.equal(['POST', 'application/json'])
    expect(Object.keys(request?.headers ?? {})).to.not.include.members(['cookie'])
  })

  it('reports the status of an answer, and follows no redirect', async () => {
    const target = await receiver((_, response) => void response.end())
    const { sender, url } = await receiver((_, response) => {
      response.writeHead(307, { location: target.url }).end()
    })
    expect(await send(sender, url)).to.deep.equal({ tag: 'answered', status: 307 })
    expect(target.server.connectionCount()).to.equal(0)
  })

  it('reads nothing of an answer that has no end', async () => {
    let written = 0
    const { sender, url } = await receiver((_, response) => {
      const chunk = Buffer.alloc(65_536)
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', write)
      write()
    })
    expect(await send(sender, url)).to.deep.equal({ tag: 'answered', status: 200 })
    expect(written).to.be.below(50_000_000)
  })

  it('gives up on a server that takes the event and never answers', async () => {
    const { server, sender, url } = await receiver(() => undefined, 200)
    let sent = 0
    // On a busy machine the time may be over before the server has heard of the event.
    await eventually(async () => {
      sent += 1
      expect(await send(sender, url)).to.deep.equal({ tag: 'unanswered', reason: 'no answer within the time limit' })
      return server.requests.length > 0
    })
    expect(server.requests.length).to.be.at.most(sent)
  })

  it('gives up on a server that sends informational answers without end', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000)
    const { sender, url } = await receiver(({ socket }) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(hints));
      }
      socket.on('drain', write)
      write()
    })
    const reason = 'the server could not be reached, or broke the connection'
    expect(await send(sender, url)).to.deep.equal({ tag: 'unanswered', reason })
  })

  it('waits for the answer behind informational ones', async () => {
    const { sender, url } = await receiver((_, response) => {
      for (let sent = 0; sent < 3; sent += 1) response.writeProcessing()
      response.end()
    })
    expect(await send(sender, url)).to.deep.equal({ tag: 'answered', status: 200 })
  })

  it('ends an attempt when it is asked to', async () => {
    const asked = new AbortController()
    const { sender, url } = await receiver(() => asked.abort())
    expect(await send(sender, url, asked.signal)).to.include({ tag: 'unanswered' })
  })

  it('reports a broken connection and a server that lies about HTTP', async () => {
    const broken = await receiver((request) => void request.socket.destroy())
    const lying = await receiver((request) => void request.socket.end('HTTP/1.1 900 what\r\n\r\nx'))
    const long = await receiver((request) => {
      request.socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)
    })
    const reason = 'the server could not be reached, or broke the connection'
    for (const { sender, url } of [broken, long]) {
      expect(await send(sender, url)).to.deep.equal({ tag: 'unanswered', reason })
    }
    expect(await send(lying.sender, lying.url)).to.not.deep.include({ status: 200 })
    const closed = await openCanary(() => undefined)
    await closed.close()
    expect(await send(broken.sender, `http://127.0.0.1:${closed.port}/`)).to.include({ tag: 'unanswered' })
  })

  it('connects to no private address, whatever a name leads to at that moment', async () => {
    const { server } = await receiver((_, response) => void response.end())
    const rules = { ports: [server.port], isExempt: () => false }
    const answers = [['203.0.113.1'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1']]
    for (const addresses of answers) {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      const sender = guardedWebhookSender({ rules, resolve: async () => found })
      const result = await send(sender, `http://hooks.example.com:${server.port}/`)
      expect(result).to.deep.equal({ tag: 'unanswered', reason: 'the address does not lead to a public host' })
    }
    const literal = await send(guardedWebhookSender({ rules }), `http://127.0.0.1:${server.port}/`)
    expect(literal).to.include({ tag: 'unanswered' })
    expect(server.connectionCount()).to.equal(0)
  })

  it('uses each connection for one event', async () => {
    const { server, sender, url } = await receiver((_, response) => void response.end())
    await send(sender, url)
    await send(sender, url)
    expect(server.connectionCount()).to.equal(2)
  })
})
