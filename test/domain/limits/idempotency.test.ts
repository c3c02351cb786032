import { expect } from 'chai'
import { decideKnownKey } from '../../../src/domain/limits/idempotency.ts'
import type { IdempotencyRecord } from '../../../src/domain/limits/idempotency.ts'

const HASH = new Uint8Array(32).fill(1)
const OTHER_HASH = new Uint8Array(32).fill(2)
const RESULT = { facts: { status: 201 }, body: new Uint8Array([123, 125]) }
const record = (changes: Partial<IdempotencyRecord>): IdempotencyRecord => ({
  operationId: 'operation',
  requestHash: HASH,
  state: 'running',
  fence: 'fence',
  isLost: false,
  result: null,
  ...changes,
})

describe('a request whose key is known', () => {
  it('is refused as in progress while the first runs', () => {
    expect(decideKnownKey(record({}), HASH, 'fail').tag).to.equal('idempotency_in_progress')
    expect(decideKnownKey(record({}), HASH, 'resume').tag).to.equal('idempotency_in_progress')
  })

  it('gets the first answer, success or failure', () => {
    const replay = { tag: 'replay', result: RESULT }
    expect(decideKnownKey(record({ state: 'succeeded', result: RESULT }), HASH, 'fail')).to.deep.equal(replay)
    expect(decideKnownKey(record({ state: 'failed', result: RESULT }), HASH, 'resume')).to.deep.equal(replay)
  })

  it('is refused when it is another request, whatever the state', () => {
    for (const known of [record({}), record({ isLost: true }), record({ state: 'succeeded', result: RESULT })]) {
      expect(decideKnownKey(known, OTHER_HASH, 'resume').tag).to.equal('idempotency_mismatch')
    }
  })

  it('fails or resumes an execution that died with its process', () => {
    for (const lost of [record({ isLost: true }), record({ state: 'failed' })]) {
      expect(decideKnownKey(lost, HASH, 'fail').tag).to.equal('interrupted')
      expect(decideKnownKey(lost, HASH, 'resume').tag).to.equal('take_over')
    }
  })
})
