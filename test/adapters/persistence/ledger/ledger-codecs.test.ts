import { expect } from 'chai'
import { receiptFrom, receiptText, referenceFrom } from '../../../../src/adapters/persistence/ledger/ledger-codecs.ts'
import type { ReceiptFacts } from '../../../../src/domain/ledger/receipt-facts.ts'
import { referenceText } from '../../../../src/domain/ledger/transfer.ts'
import { receiptOf } from '../../../support/ledger/ledger-commands.ts'

/** A row of the first release, byte for byte. */
const FIRST_RELEASE = `{"model":"sandbox/echo","kind":"chat","deployment":{"provider":"sandbox","upstream_model":"echo"},
  "usage":{"prompt_tokens":3,"cached_tokens":0,"cache_write_tokens":0,"completion_tokens":3,"reasoning_tokens":0},
  "tariff_version":"2026-11","outcome":"succeeded","estimated":false,
  "attempts":[{"provider":"sandbox","upstream_model":"echo","outcome":"answered","upstream_request_id":null}]}`

describe('the receipt in the database', () => {
  const full: ReceiptFacts = receiptOf({
    deployment: { provider: 'second', upstreamModel: 'm2' },
    usage: { seconds: 4, resolution: '720p', audio: true, tokens: { prompt_tokens: 1 } },
    tariffVersion: 'v1',
    outcome: 'client_left',
    estimated: true,
    attempts: [
      { provider: 'first', upstreamModel: 'm', outcome: 'rejected', upstreamRequestId: 'r', upstreamCode: 'too_long' },
      {
        provider: 'second',
        upstreamModel: 'm2',
        outcome: 'abandoned',
        chosenBy: 'failover',
        upstreamRequestId: null,
      },
    ],
    firstWordMs: 840,
  })

  for (const [title, facts] of [
    ['with every field', full],
    ['of a call that asked no provider', receiptOf({ outcome: 'not_called' })],
  ] as const) {
    it(`is read as it was written: ${title}`, () => {
      expect(receiptFrom(JSON.parse(receiptText(facts)))).to.deep.equal(facts)
    })
  }

  it('leaves out the code of a failure whose provider gave none', () => {
    const [attempt] = full.attempts.slice(1)
    const written = receiptText(receiptOf({ attempts: attempt ? [{ ...attempt, upstreamCode: null }] : [] }))
    expect(written).to.include('"outcome":"abandoned"')
    expect(written).not.to.include('upstream_code')
  })

  it('has U+FFFD in the place of what no column takes, and nothing else of it changes', () => {
    const odd = (code: string) =>
      receiptOf({ attempts: full.attempts.map((each) => ({ ...each, upstreamCode: code })) })
    for (const [given, kept] of [
      ['a\0b', 'a\uFFFDb'],
      ['\ud800', '\uFFFD'],
      ['\udfff\udbff', '\uFFFD\uFFFD'],
      ['\\u0000 \\\0 \\ud800', '\\u0000 \\\uFFFD \\ud800'],
      ['\u{1f994} "quoted" \n', '\u{1f994} "quoted" \n'],
    ] as const) {
      expect(receiptFrom(JSON.parse(receiptText(odd(given))))).to.deep.equal(odd(kept))
    }
  })

  it('of the first release is read', () => {
    expect(receiptFrom(JSON.parse(FIRST_RELEASE))).to.deep.equal({
      model: 'sandbox/echo',
      kind: 'chat',
      deployment: { provider: 'sandbox', upstreamModel: 'echo' },
      usage: { prompt_tokens: 3, cached_tokens: 0, cache_write_tokens: 0, completion_tokens: 3, reasoning_tokens: 0 },
      tariffVersion: '2026-11',
      outcome: 'succeeded',
      estimated: false,
      attempts: [{ provider: 'sandbox', upstreamModel: 'echo', outcome: 'answered', upstreamRequestId: null }],
    })
  })

  it('is none where the value is no receipt', () => {
    for (const value of [null, [], 'text', 7, {}, { model: 'm' }]) expect(receiptFrom(value)).to.equal(null)
  })
})

describe('the reference of a hold in the database', () => {
  it('is read as it was written, whatever its id holds', () => {
    for (const id of ['', 'a', 'a:b', ':']) {
      expect(referenceFrom(referenceText({ kind: 'topup-refund', id }))).to.deep.equal({ kind: 'topup-refund', id })
    }
  })

  it('has no kind where a text holds no colon', () => {
    expect(referenceFrom('by-hand')).to.deep.equal({ kind: '', id: 'by-hand' })
  })
})
