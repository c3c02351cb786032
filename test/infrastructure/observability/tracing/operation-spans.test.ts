import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import type { OpenLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { LedgerCommand } from '../../../../src/domain/ledger/command.ts'
import { operationSpans } from '../../../../src/infrastructure/observability/tracing/operation-spans.ts'
import { otlpTracing } from '../../../../src/infrastructure/observability/tracing/otlp-tracing.ts'
import { openTraceScope } from '../../../../src/infrastructure/observability/tracing/trace-scope.ts'
import { tracedLedger } from '../../../../src/infrastructure/observability/tracing/traced-ledger.ts'
import type { Span } from '../../../../src/infrastructure/observability/tracing/tracing.ts'
import { createLog } from '../../../../src/infrastructure/observability/logging.ts'

const HOLD = { tag: 'place_hold', holdId: 'one', amount: 5n, instance: 'process' } as LedgerCommand
const SETTLE = { tag: 'settle', holdId: 'one', price: 5n } as LedgerCommand

const nothing = (): void => undefined

const requestSpan = (isRecorded: boolean): Span => ({
  traceId: 'trace',
  spanId: 'span',
  isRecorded,
  rename: nothing,
  add: nothing,
  fail: nothing,
  end: nothing,
  headers: () => ({}),
})

const setUp = () => {
  const made: string[] = []
  const { run, current } = openTraceScope()
  const operations = operationSpans({ current })
  const start = (name: string): Span => {
    made.push(name)
    return requestSpan(true)
  }
  const answers = {
    submit: async () => right({ tag: 'settled', charged: 5n, writtenOff: 0n }),
  } as unknown as OpenLedger
  return { made, run, operations, ledger: tracedLedger(answers, { start }, operations) }
}

describe('a request that is not recorded', () => {
  it('has no spans of its commands, also where another request that is recorded ends its hold', async () => {
    const { made, run, ledger } = setUp()
    await run(requestSpan(false), () => ledger.submit(HOLD))
    await run(requestSpan(true), () => ledger.submit(SETTLE))
    expect(made).to.deep.equal([])
    await run(requestSpan(true), () => ledger.submit(HOLD))
    await run(requestSpan(false), () => ledger.submit(SETTLE))
    expect(made).to.deep.equal(['hold', 'settle'])
  })

  it('is deleted with the end of its hold', async () => {
    const { run, ledger, operations } = setUp()
    const recorded = requestSpan(true)
    const find = () => run(recorded, () => operations.find('one'))
    await run(requestSpan(false), () => ledger.submit(HOLD))
    expect(find()).to.equal(null)
    await ledger.submit(SETTLE)
    expect(find()).to.equal(recorded)
  })

  it('stands for its own parts, and says to others that it is not recorded', async () => {
    const config = { url: 'http://127.0.0.1:9', headers: {}, timeoutMs: 1, resource: {}, showsContent: false } as const
    const log = createLog('silent', { write: nothing })
    const tracing = otlpTracing({ ...config, sampler: 'always_off', ratio: 0 }, openTraceScope(), log)
    const request = tracing.start('GET', 'server', null, {})
    expect(tracing.start('hold', 'internal', request, {})).to.equal(request)
    expect(request.headers()).to.deep.equal({ traceparent: `00-${request.traceId}-${request.spanId}-00` })
    await tracing.close()
  })
})
