import { expect } from 'chai'
import { liveSigningKeys, planRotation, signingKeyAt } from '../../../src/domain/identity/signing-key.ts'
import type { SigningKey } from '../../../src/domain/identity/signing-key.ts'

const key = (kid: string, signsFromMs: number, retiredMs: number | null = null): SigningKey => ({
  kid,
  publicJwk: {},
  privateJwk: {},
  signsFrom: new Date(signsFromMs),
  retiredAt: retiredMs === null ? null : new Date(retiredMs),
})

describe('signing keys', () => {
  const rotation = [key('old', 0, 3_000), key('now', 1_000), key('next', 2_000)]

  const cases: readonly (readonly [number, string | null, readonly string[]])[] = [
    [0, 'old', ['old', 'now', 'next']],
    [999, 'old', ['old', 'now', 'next']],
    [1_000, 'now', ['old', 'now', 'next']],
    [2_000, 'next', ['old', 'now', 'next']],
    [3_000, 'next', ['now', 'next']],
  ]
  for (const [nowMs, signing, live] of cases) {
    it(`at ${nowMs} signs with ${signing} and accepts ${live.join(', ')}`, () => {
      expect(signingKeyAt(rotation, nowMs)?.kid).to.equal(signing)
      expect(liveSigningKeys(rotation, nowMs).map(({ kid }) => kid)).to.deep.equal(live)
    })
  }

  it('signs with none when all are retired', () => {
    expect(signingKeyAt([key('gone', 0, 1)], 50)).to.equal(null)
  })

  it('signs with the first to come where the clock that made them was ahead', () => {
    expect(signingKeyAt([key('gone', 0, 1), key('later', 200), key('next', 100)], 50)?.kid).to.equal('next')
  })
})

describe('a planned rotation of signing keys', () => {
  const MINUTE_MS = 60_000
  const nowMs = Date.UTC(2026, 0, 1)

  it('signs with the old key until everybody knows the new one, and accepts it until its last token is over', () => {
    const { signsFrom, othersRetireAt } = planRotation(false, nowMs)
    const keys = [key('old', 0, othersRetireAt.getTime()), key('new', signsFrom.getTime())]
    expect(liveSigningKeys(keys, nowMs).map(({ kid }) => kid)).to.deep.equal(['old', 'new'])
    expect(signingKeyAt(keys, nowMs + 10 * MINUTE_MS - 1)?.kid).to.equal('old')
    expect(signingKeyAt(keys, nowMs + 10 * MINUTE_MS)?.kid).to.equal('new')
    const lastTokenEndsMs = nowMs + 10 * MINUTE_MS - 1 + 15 * MINUTE_MS
    expect(liveSigningKeys(keys, lastTokenEndsMs).map(({ kid }) => kid)).to.include('old')
    expect(liveSigningKeys(keys, nowMs + 30 * MINUTE_MS).map(({ kid }) => kid)).to.deep.equal(['new'])
  })

  it('takes a leaked key away at once', () => {
    const { signsFrom, othersRetireAt } = planRotation(true, nowMs)
    const keys = [key('old', 0, othersRetireAt.getTime()), key('new', signsFrom.getTime())]
    expect(liveSigningKeys(keys, nowMs).map(({ kid }) => kid)).to.deep.equal(['new'])
    expect(signingKeyAt(keys, nowMs)?.kid).to.equal('new')
  })
})
