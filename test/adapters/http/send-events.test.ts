import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { sendEvents } from '../../../src/adapters/http/send-events.ts'

/** Serves the frames of `source` once and gives the bytes a client received. */
const received = async (source: () => AsyncIterable<string>): Promise<string> => {
  const server = createServer((_, response) => void sendEvents(response, source()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await (await fetch(`http://127.0.0.1:${port}/`)).text()
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const frame = (number: number): string => `data: ${'x'.repeat(200)} ${number}\n\n`
const expected = (count: number): string => Array.from({ length: count }, (_, number) => frame(number)).join('')

async function* frames(count: number, pauseEvery: number): AsyncGenerator<string> {
  for (let number = 0; number < count; number += 1) {
    if (number % pauseEvery === 0) await new Promise((resolve) => setImmediate(resolve))
    yield frame(number)
  }
}

describe('sending events', () => {
  for (const pauseEvery of [1, 3, 100, 1_000]) {
    it(`loses no frame when ${pauseEvery} are ready at once, the last ones neither`, async () => {
      expect(await received(() => frames(1_000, pauseEvery))).to.equal(expected(1_000))
    })
  }
})
