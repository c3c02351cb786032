import { expect } from 'chai'
import { nativeBytes } from '../../../../src/adapters/http/paid-calls/native-bytes.ts'
import { nativeFields } from '../../../support/chat/chat-calls.ts'

const bytesOf = (fields: Readonly<Record<string, unknown>>): number =>
  nativeBytes(
    nativeFields(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))),
  )

const LONG = 'x'.repeat(10_000)
const turn = (...content: readonly object[]) => ({ messages: [{ role: 'assistant', content }] })

describe('nativeBytes', () => {
  for (const [what, fields] of [
    ['examples of a tool', { tools: [{ name: 'a', input_schema: {}, input_examples: [{ a: LONG }] }] }],
    ['a thought that is withheld', turn({ type: 'redacted_thinking', data: LONG })],
    ['the signature of a thought without words', turn({ type: 'thinking', thinking: '', signature: LONG })],
    ['a field that no one knows yet', { invented: { deep: [LONG] } }],
    ['a field of a block that no one knows yet', turn({ type: 'text', text: 'a', invented: LONG })],
    ['a word of the wire that is none', turn({ type: LONG })],
    ['the words of a reasoning item', { input: [{ type: 'reasoning', content: [{ type: 'x', text: LONG }] }] }],
  ] as const) {
    it(`counts ${what}`, () => {
      expect(bytesOf(fields)).to.be.within(LONG.length, LONG.length + 100)
    })
  }

  it('counts the input of a call of a tool with all its names', () => {
    const input = { type: 'a', role: 'b', text: { id: 'c' } }
    expect(bytesOf(turn({ type: 'tool_use', input }))).to.be.at.least(JSON.stringify(input).length)
  })

  it('counts the words of a conversation, and hardly more', () => {
    const messages = Array.from({ length: 100 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: [{ type: 'text', text: 'twenty letters here.' }],
    }))
    expect(bytesOf({ messages })).to.be.within(100 * 20, 100 * 24)
  })

  it('counts letters as they are meant, however they are spelt', () => {
    const messages = `[{"role":"user","content":"${'\\u0436'.repeat(1_000)}"}]`
    expect(nativeBytes(nativeFields({ messages }))).to.be.within(2_000, 2_010)
  })

  it('leaves out what steers a provider or says who asks', () => {
    expect(bytesOf({ model: LONG, metadata: { user_id: LONG }, stop_sequences: [LONG], user: LONG })).to.equal(0)
  })
})
