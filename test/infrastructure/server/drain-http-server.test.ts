import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../support/servers/loopback.ts'
import { httpDrain } from '../../../src/infrastructure/server/drain-http-server.ts'

describe('draining an HTTP server', () => {
  let server: Server
  let listening: LoopbackServer
  let agent: Agent
  let answers: ServerResponse[]
  beforeEach(async () => {
    answers = []
    agent = new Agent({ keepAlive: true })
    server = createServer((_request, response) => {
      response.write('begun ')
      answers.push(response)
    })
    // By itself it closes no idle connection.
    server.keepAliveTimeout = 0
    listening = await listenOnLoopback(server)
  })
  afterEach(async () => {
    agent.destroy()
    await listening.close()
  })

  /** Longer than a test may take: what is drained all the same did not wait for this. */
  const NEVER_MS = 600_000

  const request = async (): Promise<IncomingMessage> => {
    const { port } = listening
    const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage]
    return response
  }

  it('lets running answers end and closes kept-alive connections when they become idle', async () => {
    const response = await request()
    const drained = httpDrain(server).drain(NEVER_MS)
    answers[0]?.end('ended')
    expect(await text(response)).to.equal('begun ended')
    expect(await drained).to.equal(0)
  })

  it('accepts no new connections once it stopped listening', async () => {
    const response = await request()
    const drain = httpDrain(server)
    const { port } = listening
    drain.stopListening()
    const [error] = (await once(get({ port, host: '127.0.0.1' }), 'error')) as [Error]
    expect(error).to.have.property('code', 'ECONNREFUSED')
    answers[0]?.end()
    await text(response)
    expect(await drain.drain(NEVER_MS)).to.equal(0)
  })

  it('answers requests that still come on an open connection and closes it with the answer', async () => {
    const { port } = listening
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    const ask = (): boolean => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    let heard = ''
    socket.on('data', (part: string) => void (heard += part))
    ask()
    await once(socket, 'data')
    const drained = httpDrain(server).drain(NEVER_MS)
    // Pipelined behind the first, so that the connection is never idle.
    ask()
    answers[0]?.end()
    await eventually(() => answers.length >= 2)
    answers[1]?.end()
    await once(socket, 'close')
    expect(heard.match(/HTTP\/1\.1 200/g)).to.have.length(2)
    expect(heard.toLowerCase()).to.contain('connection: close')
    expect(await drained).to.equal(0)
  })

  it('cuts connections that are still busy at the timeout, and returns their number', async () => {
    const response = await request()
    const broken = text(response).catch(() => 'cut')
    expect(await httpDrain(server).drain(50)).to.equal(1)
    expect(await broken).to.equal('cut')
  })
})
