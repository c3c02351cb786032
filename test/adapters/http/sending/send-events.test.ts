import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import sinon from 'sinon'
import { sendEvents } from '../../../../src/adapters/http/sending/send-events.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'

const PING = ': ping\n\n'

/** Serves the frames of `source`, to a client that `visit` makes. */
const serving = async <A>(
  source: () => AsyncIterable<string>,
  visit: (port: number) => Promise<A>,
  watch: (response: ServerResponse) => void = () => undefined,
  pingAfterMs?: number,
): Promise<A> => {
  const server = createServer((_, response) => {
    watch(response)
    void sendEvents(response, source(), PING, pingAfterMs)
  })
  const { port, close } = await listenOnLoopback(server)
  try {
    return await visit(port)
  } finally {
    await close()
  }
}

const read = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text()

const received = (source: () => AsyncIterable<string>): Promise<string> => serving(source, read)

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
    it(`loses no frame when ${pauseEvery} are ready at once, also not the last ones`, async () => {
      expect(await received(() => frames(1_000, pauseEvery))).to.equal(expected(1_000))
    })
  }

  it('writes frames that are ready at once in one write', async () => {
    let writes: sinon.SinonSpy | undefined
    const watch = (response: ServerResponse): void => {
      writes = sinon.spy(response, 'write')
    }
    expect(await serving(() => frames(12, 4), read, watch)).to.equal(expected(12))
    expect(writes?.callCount).to.equal(3)
  })

  it('fills silence with pings, also where frames come that say nothing to the client', async () => {
    async function* silent(): AsyncGenerator<string> {
      for (let count = 0; count < 60; count += 1) {
        yield ''
        await wait(5)
      }
      yield frame(0)
    }
    const text = await serving(silent, read, undefined, 40)
    expect(text.replaceAll(PING, '')).to.equal(frame(0))
    expect(text.split(PING).length - 1).to.be.at.least(1)
  })

  it('asks for no more events than the client reads', async () => {
    const most = 100_000
    let asked = 0
    async function* endless(): AsyncGenerator<string> {
      for (; asked < most; asked += 1) yield 'x'.repeat(1_000)
    }
    await serving(endless, async (port) => {
      const client = connect(port, '127.0.0.1')
      client.pause()
      client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
      let before = -1
      await eventually(() => {
        const isStill = asked > 0 && asked === before
        before = asked
        return isStill
      })
      expect(asked).to.be.lessThan(most)
      client.destroy()
    })
  })
})
