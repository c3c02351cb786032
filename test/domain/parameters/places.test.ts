import { expect } from 'chai'
import { placeBehindBlocks, withoutBlocks, withPlaces } from '../../../src/domain/parameters/places.ts'

const MESSAGES = [
  { role: 'user', content: 'a text' },
  { role: 'assistant', content: ['out', 'one', 'out', 'two'] },
  { role: 'assistant', content: ['out'] },
  { role: 'user', content: [] },
  { role: 'user', content: ['three'] },
]

const isLeftOut = (block: unknown): boolean => block === 'out'

describe('blocks that are left out of a conversation', () => {
  it('take a message with them of which nothing is left, but no message that was empty', () => {
    expect(withoutBlocks(MESSAGES, isLeftOut)).to.deep.equal([
      { role: 'user', content: 'a text' },
      { role: 'assistant', content: ['one', 'two'] },
      { role: 'user', content: [] },
      { role: 'user', content: ['three'] },
    ])
  })

  const placeOf = placeBehindBlocks(MESSAGES, isLeftOut)
  for (const [named, own] of [
    ['messages.1.content.0.text', 'messages.1.content.1.text'],
    ['messages.1.content.1', 'messages.1.content.3'],
    ['messages[3].content[0]', 'messages.4.content.0'],
    ['messages.2', 'messages.3'],
    ['messages.0.content', 'messages.0.content'],
    ['messages.9.content.9', 'messages.9.content.9'],
    ['messages', 'messages'],
    ['tools.0', 'tools.0'],
  ] as const) {
    it(`stood before ${named}, which is ${own} of the whole`, () => {
      expect(placeOf(named)).to.equal(own)
    })
  }
})

describe('the places in a sentence', () => {
  it('are written anew, wherever they stand, and nothing else is', () => {
    const sentence = "messages.2: Invalid 'input[1].id' in messages.3.content.0. The messages, tools.0 and 1.5 stay."
    expect(withPlaces(sentence, (place) => `<${place}>`)).to.equal(
      "<messages.2>: Invalid '<input[1].id>' in <messages.3.content.0>. The messages, <tools.0> and 1.5 stay.",
    )
  })
})
