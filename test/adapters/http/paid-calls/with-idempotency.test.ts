import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { withIdempotency } from '../../../../src/adapters/http/paid-calls/with-idempotency.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import type { HttpResponse } from '../../../../src/adapters/http/sending/http-response.ts'
import type { KeyedCall, KeyedCalls } from '../../../../src/application/idempotency/keyed-calls.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import type { GatewayPrincipal } from '../../../../src/domain/identity/principal.ts'

type Handle = ReturnType<typeof withIdempotency>

const FAULT = 'this cannot be written'
const UNWRITABLE = {
  toJSON: () => {
    throw new Error(FAULT)
  },
}

/** A key that is free, and what became of the call under it. */
const begun = (events: string[]): KeyedCalls => {
  const note = (what: string) => async (): Promise<void> => void events.push(what)
  const call: KeyedCall = {
    operationId: 'op-1',
    recordWithin: () => Promise.reject(new Error('not within a transaction')),
    succeed: note('recorded'),
    fail: note('failed'),
    abandon: note('abandoned'),
    markFailed: note('the key stays used'),
  }
  return {
    newOperation: () => 'op-2',
    begin: async () => right({ tag: 'begun', call }),
    drain: () => Promise.resolve(),
  }
}

async function* oneFrame(): AsyncGenerator<string> {
  yield 'data: {}\n\n'
}

type Head = Pick<HttpResponse, 'sent' | 'unsent'>

const ask = async (answer: (head: Head) => HttpResponse, events: string[]) => {
  const handler = withIdempotency(
    { errorResponse: () => ({ status: 500, body: {} }), stream: {} } as unknown as Parameters<
      typeof withIdempotency
    >[0],
    begun(events),
    { scope: 'test', afterCrash: 'fail' },
    async () => {
      const head = { sent: () => void events.push('charged'), unsent: () => void events.push('ended unpaid') }
      return right(answer(head))
    },
  )
  const call = {
    headers: { 'idempotency-key': 'key-1' },
    requestHashes: () => ({}),
    setOperationId: () => undefined,
    answerMemory: () => memoryBudget(1_000_000, 1_000_000).open('caller'),
    requestId: 'req-1',
  } as unknown as Parameters<Handle>[0]
  return handler(call, { userId: 'user-1' } as GatewayPrincipal)
}

describe('a paid call under an Idempotency-Key', () => {
  it('ends unpaid where its answer cannot be written, and keeps its key', async () => {
    const events: string[] = []
    const outcome = await ask((head) => json(200, UNWRITABLE, head), events).catch(
      (error: unknown) => (error as Error).message,
    )
    expect(outcome).to.equal(FAULT)
    expect(events).to.deep.equal(['ended unpaid', 'the key stays used'])
  })

  it('is not ended by the recording of its answer', async () => {
    const events: string[] = []
    expect(await ask((head) => json(200, { a: 1 }, head), events)).to.have.property('_tag', 'Right')
    expect(events).to.deep.equal(['recorded'])
  })

  it('ends unpaid where the head of its stream cannot be written, and its key is not kept as running', async () => {
    const events: string[] = []
    const outcome = await ask((head) => ({ tag: 'events', frames: oneFrame(), ping: ': ping', ...head }), events)
    if (isLeft(outcome)) throw new Error('the call has an answer')
    expect(events).to.deep.equal([])
    outcome.right.unsent?.()
    expect(events).to.deep.equal(['ended unpaid', 'the key stays used'])
  })
})
