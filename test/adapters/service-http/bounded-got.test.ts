import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { RequestError } from 'got'
import { boundedGot } from '../../../src/adapters/service-http/bounded-got.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../support/servers/loopback.ts'
import { sendEndless, sendPacked } from '../../support/servers/unbounded-answers.ts'

const BOUND = 256 * 1024

describe('answers of services beside the providers of models', () => {
  let server: LoopbackServer
  let answer: (response: ServerResponse, request: IncomingMessage) => void
  let asked: number

  beforeEach(async () => {
    asked = 0
    server = await listenOnLoopback(
      createServer((request, response) => {
        asked += 1
        answer(response, request)
      }),
    )
  })
  afterEach(() => server.close())

  const failureOf = async (options = {}): Promise<string> => {
    try {
      await boundedGot(server.origin, options)
    } catch (error) {
      if (error instanceof RequestError) return error.code
      throw error
    }
    return 'an answer'
  }

  it('are read up to the bound', async () => {
    answer = (response) => response.end('a'.repeat(BOUND))
    expect(await boundedGot(server.origin))
      .to.have.property('body')
      .with.lengthOf(BOUND)
  })

  it('are broken off beyond it, and the connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve)
        sendEndless(response)
      }
    })
    expect(await failureOf()).to.equal('ERR_ANSWER_TOO_LARGE')
    await closed
  })

  it('are not read where more is announced', async () => {
    answer = (response) => response.writeHead(200, { 'content-length': BOUND + 1 }).write('a')
    expect(await failureOf()).to.equal('ERR_ANSWER_TOO_LARGE')
  })

  it('are asked for as they are, and refused where they are packed', async () => {
    let encodings: string | undefined
    answer = (response, request) => {
      encodings = request.headers['accept-encoding']
      sendPacked(response, 'a'.repeat(100 * BOUND))
    }
    expect(await failureOf()).to.equal('ERR_ANSWER_PACKED')
    expect(encodings).to.equal('identity')
  })

  it('are answers whatever their status, and asked for once', async () => {
    for (const status of [302, 404, 503]) {
      answer = (response) => response.writeHead(status, { location: server.origin }).end('{}')
      expect(await boundedGot(server.origin)).to.include({ statusCode: status, body: '{}' })
    }
    expect(asked).to.equal(3)
  })

  it('end with the signal of the caller', async () => {
    const caller = new AbortController()
    answer = () => caller.abort()
    expect(await failureOf({ signal: caller.signal })).to.equal('ERR_ABORTED')
  })
})
