import { expect } from 'chai'
import fc from 'fast-check'
import { annotationOf, urlCitationsOf } from '../../../src/domain/chat/url-citation.ts'

const URL = 'https://a.example/1'

describe('a citation of an address', () => {
  const citation = fc.record({
    url: fc.string({ minLength: 1 }),
    title: fc.string(),
    start: fc.nat(),
    end: fc.nat(),
    quote: fc.string(),
  })

  it('is read out of its annotation as it was written', () => {
    fc.assert(
      fc.property(fc.array(citation), (citations) => {
        expect(urlCitationsOf(citations.map(annotationOf))).to.deep.equal(citations)
      }),
    )
  })

  it('has every field that clients of OpenAI read, also where nothing is known but the address', () => {
    expect(annotationOf({ url: URL, title: '', start: 0, end: 0, quote: '' })).to.deep.equal({
      type: 'url_citation',
      url_citation: { url: URL, title: '', start_index: 0, end_index: 0 },
    })
  })
})
