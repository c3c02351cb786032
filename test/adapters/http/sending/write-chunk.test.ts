import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'chai'
import { writeChunk } from '../../../../src/adapters/http/sending/write-chunk.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'

const TEXTS = ['data: one\n\n', 'data: привет, 世界 👋\n\n', '', 'data: last\n\n']

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const FRAMED = `${TEXTS.filter((text) => text !== '')
  .map(chunkOf)
  .join('')}0\r\n\r\n`

const answer = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of TEXTS) {
    writeChunk(response, text)
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** What a server that answers with the texts writes on one connection to a client that sends `sent`. */
const bytesFor = async (sent: string, begin: (response: ServerResponse) => void): Promise<string> => {
  const server = await listenOnLoopback(createServer((_, response) => begin(response)))
  const socket = connect(server.port, '127.0.0.1', () => socket.write(sent))
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece as Buffer)
  await server.close()
  return Buffer.concat(pieces).toString()
}

const bodyIn = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4)

describe('writing a chunk', () => {
  it('frames each text by its length in bytes, and the end of the body follows the last one', async () => {
    const bytes = await bytesFor(
      'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      (response) => void answer(response),
    )
    expect(bytes).to.match(/\r\ntransfer-encoding: chunked\r\n/i)
    expect(bodyIn(bytes)).to.equal(FRAMED)
  })

  it('writes the texts as they are to a client of HTTP/1.0', async () => {
    const bytes = await bytesFor('GET / HTTP/1.0\r\n\r\n', (response) => void answer(response))
    expect(bytes).not.to.match(/transfer-encoding/i)
    expect(bodyIn(bytes)).to.equal(TEXTS.join(''))
  })

  it('keeps the frames of an answer behind the answer to an earlier request of the same connection', async () => {
    const waiting: ServerResponse[] = []
    const sent = 'GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'
    const bytes = await bytesFor(sent, (response) => {
      waiting.push(response)
      const [first, second] = waiting
      if (first === undefined || second === undefined) return
      void answer(second).then(() => answer(first))
    })
    const [, first, second] = bytes.split('HTTP/1.1 200 OK')
    expect([first, second].map((part) => bodyIn(part ?? ''))).to.deep.equal([FRAMED, FRAMED])
  })
})
