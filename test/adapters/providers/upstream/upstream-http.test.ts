import { isLeft, right } from 'fp-ts/lib/Either.js'
import { createServer } from 'node:net'
import { expect } from 'chai'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TransportFailure } from '../../../../src/adapters/providers/upstream/transport-failure.ts'
import type { UpstreamResponse, UpstreamPost } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import { upstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import { startScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import {
  answersText,
  hangs,
  resets,
  streams,
  streamsThenBeats,
  streamsThenBreaks,
} from '../../../support/upstreams/upstream-scripts.ts'

describe('upstreamHttp', () => {
  let upstream: ScriptedUpstream
  const http = upstreamHttp({ connectTimeoutMs: 60_000 })

  before(async () => {
    upstream = await startScriptedUpstream()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const post = (given: Partial<UpstreamPost> = {}): Promise<Either<TransportFailure, UpstreamResponse>> =>
    http.post({
      origin: new URL(upstream.baseUrl).origin,
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      headTimeoutMs: 60_000,
      bodyTimeoutMs: 60_000,
      deadlineMs: 60_000,
      ...given,
    })

  const opened = async (given: Partial<UpstreamPost> = {}): Promise<UpstreamResponse> => {
    const answer = await post(given)
    if (isLeft(answer)) throw new Error(answer.left.message)
    return answer.right
  }

  const tagOf = (outcome: Either<TransportFailure, unknown>): string =>
    isLeft(outcome) ? outcome.left.tag : 'answered'

  it('uses its connections again', async () => {
    for (let call = 0; call < 10; call += 1) {
      upstream.next(answersText('yes'))
      expect(await (await opened()).bytes(100)).to.deep.equal(right(Buffer.from('yes')))
    }
    // The next call may leave a moment before the last connection is free again.
    expect(upstream.openSockets()).to.be.lessThanOrEqual(2)
  })

  it('follows no redirect', async () => {
    upstream.next((response) => response.writeHead(307, { location: `${upstream.baseUrl}/elsewhere` }).end())
    const before = upstream.requests.length
    expect(await opened()).to.have.property('status', 307)
    expect(upstream.requests.length).to.equal(before + 1)
  })

  it('lets the upstream wait while the memory has no room for more of its answer', async () => {
    const budget = memoryBudget(1_000_000, 10_000_000)
    const [other, memory] = [budget.open('other'), budget.open('caller')]
    void other.bring(900_000)
    // Two answers that are half here: the first of them may go on, the second waits for it.
    void other.bring(200_000)
    upstream.next(answersText('x'.repeat(8_000_000)))
    let isWhole = false
    const whole = (await opened()).bytes(10_000_000, memory).then((body) => {
      isWhole = true
      return body
    })
    await eventually(() => memory.bytes() > 0)
    upstream.next(answersText('yes'))
    expect(await (await opened()).bytes(100)).to.deep.equal(right(Buffer.from('yes')))
    expect(isWhole).to.equal(false)
    expect(memory.bytes()).to.be.lessThan(1_000_000)
    other.release()
    expect(await whole).to.have.nested.property('right.length', 8_000_000)
    memory.release()
    expect(budget.bytesInFlight()).to.equal(0)
  })

  describe('says what each failure proves', () => {
    it('unreachable: no server listens', async () => {
      expect(tagOf(await post({ origin: await closedOrigin() }))).to.equal('unreachable')
    })
    it('unreachable: the host does not exist', async () => {
      expect(tagOf(await post({ origin: 'http://nowhere.invalid' }))).to.equal('unreachable')
    })
    it('misconfigured: a header that cannot be sent', async () => {
      expect(tagOf(await post({ headers: { authorization: 'Bearer a\nb' } }))).to.equal('misconfigured')
    })
    it('cut: the connection is reset in place of an answer', async () => {
      upstream.next(resets())
      expect(tagOf(await post())).to.equal('cut')
    })
    it('timed_out: no head in time', async () => {
      upstream.next(hangs())
      expect(tagOf(await post({ headTimeoutMs: 100 }))).to.equal('timed_out')
    })
    it('timed_out: no head before the deadline', async () => {
      upstream.next(hangs())
      expect(tagOf(await post({ deadlineMs: 50 }))).to.equal('timed_out')
    })
    it('timed_out: silence in the body', async () => {
      upstream.next((response) => response.writeHead(200).write('x'))
      expect(tagOf(await (await opened({ bodyTimeoutMs: 100 })).bytes(100))).to.equal('timed_out')
    })
    it('timed_out: a body that goes on for ever', async () => {
      upstream.next(streamsThenBeats([], ': keep-alive\n\n', 10))
      expect(tagOf(await (await opened({ deadlineMs: 2_500 })).bytes(10_000))).to.equal('timed_out')
    })
    it('cut: the body breaks off', async () => {
      upstream.next(streamsThenBreaks(['x']))
      expect(tagOf(await (await opened()).bytes(100))).to.equal('cut')
    })
    it('cut: the body is shorter than announced', async () => {
      upstream.next((response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x')
        setTimeout(() => response.destroy(), 5)
      })
      expect(tagOf(await (await opened()).bytes(100))).to.equal('cut')
    })
    it('bad_answer: no HTTP', async () => {
      const server = await listenOnLoopback(createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')))
      const outcome = tagOf(await post({ origin: server.origin }))
      await server.close()
      expect(outcome).to.equal('bad_answer')
    })
  })

  it('bounds a whole answer and closes the connection', async () => {
    const abandonedBefore = upstream.abandoned()
    upstream.next(streamsThenBeats([], 'x'.repeat(1_000), 1))
    expect(tagOf(await (await opened()).bytes(10_000))).to.equal('too_large')
    await eventually(() => upstream.abandoned() === abandonedBefore + 1)
  })

  it('does not send a call that is cancelled already', async () => {
    const before = upstream.requests.length
    expect(tagOf(await post({ signal: AbortSignal.abort() }))).to.equal('cut')
    expect(upstream.requests.length).to.equal(before)
  })

  it('holds no more of a body than its buffers while its reader waits', async () => {
    let written = 0
    upstream.next((response) => {
      response.writeHead(200)
      const more = (): void => {
        while (written < 50_000_000) {
          written += 100_000
          if (!response.write(Buffer.alloc(100_000))) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    })
    const answer = await opened()
    await settled(() => written)
    expect(written).to.be.lessThan(20_000_000)
    expect(await answer.bytes(60_000_000)).to.have.nested.property('right.length', 50_000_000)
  })

  it('keeps the connection of a released answer that ends by itself', async () => {
    upstream.next(streams(['a', 'b', 'c'], 20))
    const answer = await opened()
    await answer.read()
    answer.release()
    upstream.next(answersText('yes'))
    expect(await (await opened()).bytes(100)).to.deep.equal(right(Buffer.from('yes')))
    const sockets = upstream.openSockets()
    await eventually(() => upstream.openSockets() === sockets)
  })

  it('closes the connection of a released answer that does not end', async () => {
    const abandonedBefore = upstream.abandoned()
    upstream.next(streamsThenBeats(['a'], 'b', 10))
    const answer = await opened()
    await answer.read()
    answer.release()
    await eventually(() => upstream.abandoned() === abandonedBefore + 1)
  })

  const closedOrigin = async (): Promise<string> => {
    const gone = await startScriptedUpstream()
    await gone.close()
    return new URL(gone.baseUrl).origin
  }
})

/** Waits until a number stops growing. */
const settled = async (read: () => number): Promise<void> => {
  let last = -1
  let stillFor = 0
  await eventually(() => {
    stillFor = read() === last ? stillFor + 1 : 0
    last = read()
    return stillFor > 20
  })
}
