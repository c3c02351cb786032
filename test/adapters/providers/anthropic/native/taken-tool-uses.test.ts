import { expect } from 'chai'
import { withTakenToolUses } from '../../../../../src/adapters/providers/anthropic/native/taken-tool-uses.ts'

const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
const words = { role: 'user', content: 'Look.' }

describe('withTakenToolUses', () => {
  it('changes nothing where every call has an id of its own', () => {
    const messages = [words, { role: 'assistant', content: [use('a'), use('b')] }]
    expect(withTakenToolUses(messages)).to.equal(null)
  })

  it('gives a call an id that the provider takes in place of one that another provider made, and its result the same', () => {
    const messages = [
      words,
      { role: 'assistant', content: [use('Bash:1')] },
      { role: 'user', content: [result('Bash:1', '1')] },
    ]
    const sent = withTakenToolUses(messages) ?? []
    const [call] = (sent[1]?.['content'] ?? []) as readonly { readonly id?: string }[]
    expect(call?.id).to.match(/^[\w-]{2,64}$/)
    expect(sent[2]).to.deep.equal({ role: 'user', content: [result(call?.id ?? '', '1')] })
    expect(withTakenToolUses(messages)).to.deep.equal(sent)
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
    const sent = withTakenToolUses(messages) ?? []
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
