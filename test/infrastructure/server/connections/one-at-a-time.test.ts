import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { MAX_WAITING, oneAtATime } from '../../../../src/infrastructure/server/connections/one-at-a-time.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../../support/servers/loopback.ts'

describe('requests that one connection sends at once', () => {
  let server: LoopbackServer
  let client: Socket
  const begun: string[] = []
  const open: ServerResponse[] = []

  beforeEach(async () => {
    begun.length = 0
    open.length = 0
    server = await listenOnLoopback(
      createServer(
        oneAtATime((request, response) => {
          begun.push(request.url ?? '')
          open.push(response)
        }).handle,
      ),
    )
    client = connect(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write(['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
    await eventually(() => begun.length > 0)
  })
  afterEach(async () => {
    client.destroy()
    await server.close()
  })

  it('are begun one after the other, each when the answer before it is sent', async () => {
    let heard = ''
    client.on('data', (bytes: Buffer) => (heard += bytes.toString()))
    for (const [index, path] of ['/a', '/b', '/c'].entries()) {
      await eventually(() => begun.length === index + 1)
      expect(open).to.have.length(index + 1)
      open[index]?.end(`answer to ${path};`)
      await eventually(() => heard.includes(`answer to ${path};`))
    }
    expect(begun).to.deep.equal(['/a', '/b', '/c'])
  })

  it('are never begun when the client disconnected before their turn', async () => {
    const closed = once(open[0] as ServerResponse, 'close')
    client.destroy()
    await closed
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).to.deep.equal(['/a'])
  })

  const send = (count: number): void =>
    void client.write(Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))

  it('may wait up to a number, and all get their answers', async () => {
    client.resume()
    // Two more wait from before.
    send(MAX_WAITING - 2)
    for (let answered = 0; answered < MAX_WAITING + 1; answered += 1) {
      await eventually(() => open.length === answered + 1)
      open[answered]?.end('answer')
    }
    expect(begun.at(-1)).to.equal(`/${MAX_WAITING - 3}`)
  })

  it('end the connection when more of them wait, and none of those is begun', async () => {
    let isCut = false
    client.resume()
    client.once('close', () => (isCut = true))
    send(MAX_WAITING * 20)
    await eventually(() => isCut)
    expect(begun).to.deep.equal(['/a'])
  })
})
