import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { createHttpServer } from '../../../../src/infrastructure/server/create-http-server.ts'
import { MIN_PIECE_BYTES } from '../../../../src/infrastructure/server/connections/gathered-request.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../../support/servers/loopback.ts'

const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, index) => index))

const bytesOf = (length: number): Buffer => Buffer.alloc(length, PATTERN)

describe('the pieces in which a body reaches its reader', () => {
  let server: LoopbackServer
  let pieces: number[]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  beforeEach(async () => {
    const gathering = createHttpServer(
      (incoming, response) => {
        pieces = []
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => {
          pieces.push(chunk.length)
          chunks.push(chunk)
        })
        incoming.once('end', () => response.end(Buffer.concat(chunks)))
      },
      () => 'id',
    )
    server = await listenOnLoopback(gathering)
  })

  afterEach(async () => {
    agent.destroy()
    await server.close()
  })

  /** Sends each buffer as a chunk of its own and gives back what the server read. */
  const sent = async (chunks: readonly Buffer[]): Promise<Buffer> => {
    const call = request({ host: '127.0.0.1', port: server.port, method: 'POST', agent })
    for (const chunk of chunks) call.write(chunk)
    call.end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    return buffer(answer)
  }

  it('are few, however many chunks of one byte the client sends', async () => {
    const body = bytesOf(200_000)
    const read = await sent([...body].map((byte) => Buffer.of(byte)))
    expect(read.equals(body)).to.equal(true)
    expect(pieces.length).to.be.at.most(Math.ceil(body.length / (MIN_PIECE_BYTES / 2)))
  })

  for (const sizes of [
    [1],
    [MIN_PIECE_BYTES],
    [MIN_PIECE_BYTES - 1, 1, 1],
    [1, MIN_PIECE_BYTES - 1, 5, 70_000, 3, 3],
    [300, 40_000, 300, 16_000, 16_000, 16_000],
  ]) {
    it(`hold every byte once and in order when the chunks have ${sizes.join(', ')} bytes`, async () => {
      const chunks = sizes.map(bytesOf)
      for (let call = 0; call < 2; call += 1) {
        expect((await sent(chunks)).equals(Buffer.concat(chunks))).to.equal(true)
      }
    })
  }

  it('are none where there is no body', async () => {
    expect((await sent([])).length).to.equal(0)
    expect(pieces).to.deep.equal([])
  })
})
