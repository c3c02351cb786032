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
    expect(decideKnownKey(record({}), { requestHash: HASH }, 'fail').tag).to.equal('idempotency_in_progress')
    expect(decideKnownKey(record({}), { requestHash: HASH }, 'resume').tag).to.equal('idempotency_in_progress')
  })

  it('gets the first answer, success or failure', () => {
    const replay = { tag: 'replay', result: RESULT }
    expect(decideKnownKey(record({ state: 'succeeded', result: RESULT }), { requestHash: HASH }, 'fail')).to.deep.equal(
      replay,
    )
    expect(decideKnownKey(record({ state: 'failed', result: RESULT }), { requestHash: HASH }, 'resume')).to.deep.equal(
      replay,
    )
  })

  it('is refused when it is another request, whatever the state', () => {
    for (const known of [record({}), record({ isLost: true }), record({ state: 'succeeded', result: RESULT })]) {
      expect(decideKnownKey(known, { requestHash: OTHER_HASH }, 'resume').tag).to.equal('idempotency_mismatch')
    }
  })

  it('is the same request when its record has the hash of an earlier release', () => {
    const known = record({ state: 'succeeded', result: RESULT })
    const again = { requestHash: OTHER_HASH, formerHash: () => HASH }
    expect(decideKnownKey(known, again, 'fail').tag).to.equal('replay')
    expect(decideKnownKey(known, { ...again, formerHash: () => OTHER_HASH }, 'fail').tag).to.equal(
      'idempotency_mismatch',
    )
  })

  it('fails or resumes an execution that died with its process', () => {
    for (const lost of [record({ isLost: true }), record({ state: 'failed' })]) {
      expect(decideKnownKey(lost, { requestHash: HASH }, 'fail').tag).to.equal('interrupted')
      expect(decideKnownKey(lost, { requestHash: HASH }, 'resume').tag).to.equal('take_over')
    }
  })
})
