import { expect } from 'chai'
import fc from 'fast-check'
import { traceContextOf } from '../../../../src/adapters/http/request/trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const KNOWN = `00-${TRACE}-${SPAN}-01`

describe('what a request says of its trace', () => {
  it('is its trace, the span of its caller, and whether the caller records', () => {
    const named = { traceId: TRACE, spanId: SPAN, state: null }
    expect(traceContextOf({ traceparent: KNOWN })).to.deep.equal({ ...named, isSampled: true })
    expect(traceContextOf({ traceparent: `00-${TRACE}-${SPAN}-00` })).to.deep.equal({ ...named, isSampled: false })
    expect(traceContextOf({ traceparent: `00-${TRACE}-${SPAN}-fe` })).to.deep.equal({ ...named, isSampled: false })
  })

  it('may be of a later version, with more behind it', () => {
    expect(traceContextOf({ traceparent: `cc-${TRACE}-${SPAN}-01-what-comes` })).to.include({ traceId: TRACE })
    expect(traceContextOf({ traceparent: `cc-${TRACE}-${SPAN}-01` })).to.include({ traceId: TRACE })
  })

  const malformed: Readonly<Record<string, string>> = {
    'an id of zeros': `00-${'0'.repeat(32)}-${SPAN}-01`,
    'a span of zeros': `00-${TRACE}-${'0'.repeat(16)}-01`,
    'capital letters': KNOWN.toUpperCase(),
    'more behind version 00': `${KNOWN}-more`,
    'the forbidden version': `ff-${TRACE}-${SPAN}-01`,
    'a short id': `00-${TRACE.slice(1)}-${SPAN}-01`,
    'two headers': `${KNOWN}, ${KNOWN}`,
    'a later version of great length': `cc-${TRACE}-${SPAN}-01-${'x'.repeat(200)}`,
    nothing: '',
  }
  for (const [what, traceparent] of Object.entries(malformed)) {
    it(`is ignored where it has ${what}`, () => expect(traceContextOf({ traceparent })).to.equal(null))
  }

  it('is either ignored or safe to write into a log and a header, whatever was sent', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constant(KNOWN),
      fc.string().map((end) => `${KNOWN}${end}`),
    )
    fc.assert(
      fc.property(text, fc.string(), (traceparent, tracestate) => {
        const found = traceContextOf({ traceparent, tracestate })
        if (found === null) return
        expect(found.traceId).to.match(/^[\da-f]{32}$/)
        expect(found.spanId).to.match(/^[\da-f]{16}$/)
        expect(found.state ?? ' ').to.match(/^[\x20-\x7e]{1,512}$/)
      }),
    )
  })

  it('has a state only where one came that may be passed on', () => {
    const stateOf = (tracestate: string): string | null | undefined =>
      traceContextOf({ traceparent: KNOWN, tracestate })?.state
    expect(stateOf('vendor=1,other=2')).to.equal('vendor=1,other=2')
    for (const state of ['', 'a=\u0001', 'a=ä', 'x'.repeat(513)]) expect(stateOf(state), state).to.equal(null)
  })
})
