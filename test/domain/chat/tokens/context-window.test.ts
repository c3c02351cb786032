import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { contextWindow, promptTokensLeft } from '../../../../src/domain/chat/tokens/context-window.ts'
import type { WindowMessage } from '../../../../src/domain/chat/tokens/context-window.ts'
import { contentWithImages } from '../../../../src/domain/chat/message.ts'
import { estimateMessageTokens, estimatePromptTokens } from '../../../../src/domain/chat/tokens/estimate.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'
import fc from 'fast-check'

/** 500 tokens an image. */
const model = chatModel()

const messageOf = (role: WindowMessage['role'], text: string, images = 0, imageBytes = images * 10): WindowMessage => ({
  role,
  text,
  tokens: estimateMessageTokens(role, text),
  images,
  imageBytes,
})

const AMPLE = { tokens: 1_000_000, imageBytes: 1_000_000 }

/** What goes along, in one word a message; with a star where its images stay behind. */
const window = (messages: readonly WindowMessage[], room: Partial<typeof AMPLE> = {}): string => {
  const kept = contextWindow(messages, { ...AMPLE, ...room }, model)
  if (isLeft(kept)) return kept.left.tag
  return kept.right.map(({ message, withImages }) => `${message.text}${withImages ? '' : '*'}`).join(' ')
}

/** Just the tokens of these texts. */
const tokensOfTexts = (messages: readonly WindowMessage[]): number =>
  messages.reduce((sum, message) => sum + message.tokens, 0)

describe('What a model reads of a conversation', () => {
  const talk: readonly [WindowMessage, WindowMessage, WindowMessage, WindowMessage, WindowMessage, WindowMessage] = [
    messageOf('system', 'S'),
    messageOf('user', 'a'),
    messageOf('assistant', 'b'),
    messageOf('user', 'c'),
    messageOf('assistant', 'd'),
    messageOf('user', 'N'),
  ]

  it('is everything while there is room', () => {
    expect(window(talk)).to.equal('S a b c d N')
  })

  it('leaves out the oldest first and begins with the user', () => {
    const [system, a, b, c, d, newest] = talk
    expect(window(talk, { tokens: tokensOfTexts(talk) - 1 })).to.equal('S c d N')
    expect(window(talk, { tokens: tokensOfTexts([system, c, d, newest]) })).to.equal('S c d N')
    expect(window(talk, { tokens: tokensOfTexts([system, c, d, newest]) - 1 })).to.equal('S N')
    expect(window(talk, { tokens: tokensOfTexts([system, newest]) })).to.equal('S N')
    expect(window(talk, { tokens: tokensOfTexts([system, newest]) - 1 })).to.equal('too_long')
    expect(window([system, b, a, newest], { tokens: 1_000 })).to.equal('S a N')
  })

  it('is too long when the newest message does not fit with all its images', () => {
    expect(window([messageOf('user', 'N', 2)], { tokens: 999 })).to.equal('too_long')
    expect(window([messageOf('user', 'N', 2)], { imageBytes: 19 })).to.equal('too_long')
  })

  it('keeps instructions wherever they stand', () => {
    const instructed = [
      messageOf('user', 'a'),
      messageOf('developer', 'D'),
      messageOf('assistant', 'b'),
      messageOf('user', 'N'),
    ]
    expect(window(instructed, { tokens: tokensOfTexts(instructed) - 1 })).to.equal('D N')
  })

  it('sends a message without its images where they do not fit, by tokens or by weight', () => {
    const shown = [
      messageOf('user', 'a', 1),
      messageOf('assistant', 'b'),
      messageOf('user', 'c', 1),
      messageOf('user', 'N', 1),
    ]
    expect(window(shown)).to.equal('a b c N')
    expect(window(shown, { tokens: 1_000 + tokensOfTexts(shown) })).to.equal('a* b c N')
    expect(window(shown, { tokens: 999 })).to.equal('a* b c* N')
    expect(window(shown, { imageBytes: 20 })).to.equal('a* b c N')
  })

  it('fits, keeps what must stand, and leaves out nothing that would fit', () => {
    const role = fc.constantFrom('system', 'developer', 'user', 'assistant')
    const message = fc
      .tuple(role, fc.string({ maxLength: 60 }), fc.nat(2), fc.nat(50))
      .map(([by, text, images, weight]) => messageOf(by, text, by === 'user' ? images : 0, by === 'user' ? weight : 0))
    const talks = fc.tuple(fc.array(message, { maxLength: 12 }), fc.string({ maxLength: 60 }), fc.nat(2))
    const rooms = fc.record({ tokens: fc.integer({ min: -10, max: 4_000 }), imageBytes: fc.nat(200) })
    fc.assert(
      fc.property(talks, rooms, ([before, text, images], room) => {
        const messages = [...before, messageOf('user', text, images, images * 5)]
        const kept = contextWindow(messages, room, model)
        const isStanding = (one: WindowMessage): boolean =>
          one === messages.at(-1) || one.role === 'system' || one.role === 'developer'
        const tokensOf = (one: WindowMessage): number => one.tokens + one.images * 500
        if (isLeft(kept)) {
          const standing = messages.filter(isStanding)
          const isTooMuch =
            standing.reduce((sum, one) => sum + tokensOf(one), 0) > room.tokens ||
            standing.reduce((sum, one) => sum + one.imageBytes, 0) > room.imageBytes
          expect(isTooMuch).to.equal(true)
          return
        }
        const request = chatRequest({
          messages: kept.right.map(({ message: { role: by, text: words, images: count }, withImages }) => ({
            role: by,
            content: contentWithImages(words, Array<string>(withImages ? count : 0).fill('data:image/png;base64,')),
          })),
        })
        expect(estimatePromptTokens(request, model), 'tokens').to.be.at.most(room.tokens)
        const bytes = kept.right.reduce(
          (sum, { message: one, withImages }) => sum + (withImages ? one.imageBytes : 0),
          0,
        )
        expect(bytes, 'bytes').to.be.at.most(room.imageBytes)

        const going = kept.right.map(({ message: one }) => one)
        expect(going, 'in order').to.deep.equal(messages.filter((one) => going.includes(one)))
        expect(going, 'what stands').to.include.members(messages.filter(isStanding))
        expect(kept.right.find(({ message: one }) => isStanding(one))?.withImages).to.equal(true)
        const talked = going.filter((one) => one.role === 'user' || one.role === 'assistant')
        expect(talked[0]?.role, 'first').to.equal('user')

        // What was left out is older than all that goes, and its youngest had no room or was an answer to nothing.
        const out = messages.filter((one) => !going.includes(one))
        const firstTalked = messages.indexOf(talked[0]!)
        for (const one of out) expect(messages.indexOf(one)).to.be.below(firstTalked)
        const youngest = out.at(-1)
        const used = kept.right.reduce(
          (sum, { message: one, withImages }) => sum + (withImages ? tokensOf(one) : one.tokens),
          0,
        )
        if (youngest?.role === 'user') expect(used + youngest.tokens).to.be.above(room.tokens)
      }),
    )
  })
})

describe('The room for a prompt', () => {
  const limits = { ...chatModel().limits, contextTokens: 10_000 }

  it('is the context without what the answer may take', () => {
    expect(promptTokensLeft(chatModel({ limits }), chatRequest({ messages: [] }))).to.deep.equal(right(9_000))
    expect(promptTokensLeft(chatModel({ limits }), chatRequest({ messages: [], max_tokens: 6_000 }))).to.deep.equal(
      right(6_000),
    )
  })

  it('is smaller by the fields that are written into the prompt', () => {
    const response_format = { type: 'json_schema', json_schema: { name: 'n'.repeat(3_000) } }
    const room = promptTokensLeft(chatModel({ limits }), chatRequest({ messages: [], response_format }))
    expect(isLeft(room) ? 0 : room.right).to.be.within(7_900, 8_000)
  })

  it('is enough for the longest message, in any script, where the catalogue states no limit', () => {
    const room = promptTokensLeft(chatModel(), chatRequest({ messages: [] }))
    expect(room).to.deep.equal(right(48_000))
    const longest = messageOf('user', '😀'.repeat(32_000))
    expect(longest.tokens).to.be.below(48_000)
  })

  it('refuses limits that contradict each other', () => {
    const conflicting = chatRequest({ messages: [], max_tokens: 1, max_completion_tokens: 2 })
    expect(promptTokensLeft(chatModel(), conflicting)).to.deep.equal(left({ tag: 'conflicting_token_limits' }))
  })
})
