import { expect } from 'chai'
import { scrubRecord, scrubText } from '../../../src/infrastructure/observability/scrub.ts'

const TOKEN = `eyJ${'hbGciOiJFZERTQSJ9'}.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl`

describe('the text of a log line', () => {
  it('loses signed tokens wherever they begin and whatever text stands around them', () => {
    for (const around of [
      '%',
      '"%"',
      'token=%&x=1',
      'a.b-c_%',
      'see %.',
      `${'long-run-of-words.and-points.'}%`,
      '%,%',
    ]) {
      expect(scrubText(around.replaceAll('%', TOKEN)), around)
        .not.to.include('hbGciOi')
        .and.not.include('c2lnbmF0')
    }
  })

  it("loses the operator's keys whatever text stands before them", () => {
    const key = `sk-aiagg-${'Ab1_-'.repeat(8)}`
    for (const before of ['', '/', 'x', '7d', '_', '%7d', 'sk-', 'key=']) {
      expect(scrubText(`${before}${key}`), before).not.to.include('Ab1')
    }
  })

  it('shows of a long list that it was cut, and by how much', () => {
    const listed = scrubRecord({ applied: Array.from({ length: 73 }, (_, at) => at) })['applied'] as unknown[]
    expect(listed).to.have.length(51)
    expect(listed.slice(-2)).to.deep.equal([49, '…23 more'])
    expect(scrubRecord({ applied: [1, 2] })).to.deep.equal({ applied: [1, 2] })
  })

  it('keeps what only looks like one', () => {
    for (const text of [
      'eyJ is how they begin',
      'src/infrastructure/scrub.test.ts',
      'api.openai.com',
      'eyJhbGciOiJF',
    ]) {
      expect(scrubText(text)).to.equal(text)
    }
  })
})
