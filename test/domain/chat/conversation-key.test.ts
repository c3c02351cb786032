import { expect } from 'chai'
import { conversationKey } from '../../../src/domain/chat/conversation-key.ts'
import type { ChatMessage } from '../../../src/domain/chat/message.ts'
import { chatRequest } from '../../support/chat/chat-models.ts'

const opening: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What is a key?' },
]
const later: readonly ChatMessage[] = [
  ...opening,
  { role: 'assistant', content: 'A name.' },
  { role: 'user', content: 'Whose?' },
]

const keyOf = (given: Parameters<typeof chatRequest>[0], session: string | null = null, owner = 'ann'): string =>
  conversationKey(owner, chatRequest(given), session)

describe('the key of a conversation', () => {
  it('stays the same from turn to turn', () => {
    expect(keyOf({ messages: later })).to.equal(keyOf({ messages: opening }))
    const inParts = [{ role: 'user', content: [{ type: 'text', text: 'What is a key?' }] }] as const
    expect(keyOf({ messages: inParts })).to.equal(keyOf({ messages: [...inParts, ...later.slice(2)] }))
  })

  it('is another one for another beginning, another model and another account', () => {
    const key = keyOf({ messages: opening })
    expect(keyOf({ messages: [{ role: 'user', content: 'What is a key?' }] })).to.not.equal(key)
    expect(keyOf({ messages: opening, model: 'vendor/other' })).to.not.equal(key)
    expect(keyOf({ messages: opening }, null, 'bob')).to.not.equal(key)
  })

  it('is the name that the client gives it, whatever it is about: by a header, else by a field', () => {
    const named = keyOf({ messages: opening }, 's-1')
    expect(keyOf({ messages: later.slice(3) }, 's-1')).to.equal(named)
    expect(keyOf({ messages: opening }, 's-2')).to.not.equal(named)
    expect(keyOf({ messages: opening }, 's-1', 'bob')).to.not.equal(named)
    const cached = keyOf({ messages: opening, prompt_cache_key: 'p' })
    expect(keyOf({ messages: later.slice(3), prompt_cache_key: 'p' })).to.equal(cached)
    expect(keyOf({ messages: opening, session_id: 'p' })).to.equal(cached)
    expect(keyOf({ messages: opening, prompt_cache_key: 'p' }, 's-1')).to.equal(named)
    expect(keyOf({ messages: opening, prompt_cache_key: 7 })).to.equal(keyOf({ messages: opening }))
  })

  it('is short however long the beginning and the name are', () => {
    const text = 'x'.repeat(1_000_000)
    expect(keyOf({ messages: [{ role: 'user', content: text }] }).length).to.be.lessThan(12)
    expect(keyOf({ messages: opening }, text).length).to.be.lessThan(12)
  })
})
