import { expect } from 'chai'
import { withUniqueToolUses } from '../../../../../src/adapters/providers/anthropic/native/unique-tool-uses.ts'

const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
const words = { role: 'user', content: 'Look.' }

describe('withUniqueToolUses', () => {
  it('changes nothing where every call has an id of its own', () => {
    const messages = [words, { role: 'assistant', content: [use('a'), use('b')] }]
    expect(withUniqueToolUses(messages)).to.equal(null)
  })

  it('gives a call whose id an earlier one has an id that the provider takes, and its result the same', () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
    const messages = [
      words,
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result('a', '1')] },
      { role: 'assistant', content: [thought, use('a')] },
      { role: 'user', content: [result('a', '2'), { type: 'text', text: 'And?' }] },
    ]
    const sent = withUniqueToolUses(messages) ?? []
    const [, use2] = (sent[3]?.['content'] ?? []) as readonly { readonly id?: string }[]
    const renamed = use2?.id ?? ''
    expect(renamed).to.match(/^[\w-]{2,64}$/)
    expect(renamed).not.to.equal('a')
    expect(sent).to.deep.equal([
      ...messages.slice(0, 3),
      { role: 'assistant', content: [thought, use(renamed)] },
      { role: 'user', content: [result(renamed, '2'), { type: 'text', text: 'And?' }] },
    ])
  })
})
