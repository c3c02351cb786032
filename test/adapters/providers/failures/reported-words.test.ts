import { expect } from 'chai'
import { reportedWords } from '../../../../src/adapters/providers/failures/reported-words.ts'
import { keyScrubber } from '../../../../src/adapters/providers/failures/scrub-message.ts'

const KEY = 'configured-Key.with/odd=letters'

describe('what a provider says of its failure', () => {
  it('holds no part of a key, wherever a long sentence is cut', () => {
    const logged = keyScrubber({ keys: [KEY] })
    for (let place = 3_960; place <= 4_010; place += 1) {
      const words = reportedWords(`${'x'.repeat(place - 1)} ${KEY} ${'y'.repeat(100)}`)
      expect(logged(words ?? '')).not.to.include(KEY.slice(0, 4))
    }
  })

  it('is shown where it has no spaces, without the key in it', () => {
    const logged = keyScrubber({ keys: [KEY] })
    for (let place = 1_900; place <= 2_100; place += 1) {
      const shown = logged(
        reportedWords(`${'{"x":1},'.repeat(700).slice(0, place)}${KEY}${'{"x":1},'.repeat(700)}`) ?? '',
      )
      expect(shown.length).to.be.at.least(1_900)
      expect(shown).not.to.include(KEY.slice(0, 4))
    }
  })

  it('is nothing where it is no text, or an empty one', () => {
    expect([undefined, null, 7, {}, ''].map(reportedWords)).to.deep.equal([null, null, null, null, null])
  })
})
