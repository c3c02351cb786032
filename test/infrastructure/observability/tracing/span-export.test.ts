import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { createLog } from '../../../../src/infrastructure/observability/logging.ts'
import { openTracing } from '../../../../src/infrastructure/observability/tracing/open-tracing.ts'
import { openTraceScope } from '../../../../src/infrastructure/observability/tracing/trace-scope.ts'
import type { Tracing } from '../../../../src/infrastructure/observability/tracing/tracing.ts'
import { eventually } from '../../../support/eventually.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import { startOtlpReceiver } from '../../../support/servers/otlp-receiver.ts'

interface Line {
  readonly msg: string
  readonly dropped?: number
  readonly refused?: number
  readonly trace_id?: string
}

/** Tracing of everything to an address, and what the log says of it. */
const tracingTo = async (url: string, timeoutMs = 300) => {
  const lines: Line[] = []
  const scope = openTraceScope()
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) }, scope.logFields)
  const settings = { headers: {}, resource: { 'service.name': 'test' }, ratio: 1, showsContent: false } as const
  const tracing = await openTracing(
    { ...settings, url: `${url}/v1/traces`, timeoutMs, sampler: 'always_on' },
    scope,
    log,
  )
  return { tracing, lines }
}

const spans = (tracing: Tracing, count: number): void => {
  for (let made = 0; made < count; made += 1) {
    const span = tracing.start('work', 'internal', null, {})
    tracing.run(span, () => span.end())
  }
}

describe('the sending of spans', () => {
  it('sends at its close all that waits', async () => {
    const receiver = await startOtlpReceiver()
    const { tracing, lines } = await tracingTo(receiver.url, 10_000)
    spans(tracing, 1_300)
    await tracing.close()
    expect(receiver.spans()).to.have.length(1_300)
    expect(receiver.requests.length).to.be.at.least(3)
    expect(lines).to.deep.equal([])
    await receiver.close()
  })

  const failing: Readonly<Record<string, RequestListener>> = {
    'never answers': () => undefined,
    'answers byte by byte without an end': (_request, response) => {
      response.writeHead(200)
      const beat = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(beat))
    },
    'answers megabytes of nonsense': (_request, response) =>
      void response.writeHead(200).end(Buffer.alloc(6_000_000, 0xff)),
    refuses: (_request, response) => void response.writeHead(400).end('no'),
    'breaks the connection': (request) => void request.socket.destroy(),
  }
  for (const [name, handle] of Object.entries(failing)) {
    it(`reports once, in no caller's name, that a receiver which ${name} took nothing`, async () => {
      const receiver = await listenOnLoopback(createServer(handle))
      const { tracing, lines } = await tracingTo(receiver.origin)
      spans(tracing, 1_100)
      await eventually(() => lines.length > 0)
      await tracing.close()
      expect(lines).to.have.length(1)
      expect(lines[0]?.refused).to.be.at.least(1)
      expect(lines[0]).not.to.have.property('trace_id')
      await receiver.close()
    })
  }

  it('reports an address at which nothing listens', async () => {
    const receiver = await listenOnLoopback(createServer(() => undefined))
    await receiver.close()
    const { tracing, lines } = await tracingTo(receiver.origin)
    spans(tracing, 600)
    await eventually(() => lines.length > 0)
    expect(lines[0]).to.include({ dropped: 0, refused: 512 })
    await tracing.close()
  })

  it('drops and counts what finds no place while a receiver does not answer', async () => {
    const receiver = await listenOnLoopback(createServer(() => undefined))
    const { tracing, lines } = await tracingTo(receiver.origin, 60_000)
    spans(tracing, 4_096 + 512 + 10)
    await eventually(() => lines.length > 0)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ dropped: 1, refused: 0 })
    await receiver.close()
    await tracing.close()
  })
})
