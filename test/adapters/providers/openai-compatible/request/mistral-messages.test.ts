import { expect } from 'chai'
import { toMistral } from '../../../../../src/adapters/providers/openai-compatible/request/mistral-messages.ts'
import type { ChatMessage, Role } from '../../../../../src/domain/chat/message.ts'

const CALL = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }

/** An initial is a message: `s`ystem, `u`ser, `a`ssistant, assistant with a `c`all, `t`ool. */
const MESSAGES: Readonly<Record<string, ChatMessage>> = {
  s: { role: 'system', content: 'Be brief.' },
  u: { role: 'user', content: 'look' },
  a: { role: 'assistant', content: 'I see.' },
  c: { role: 'assistant', content: null, tool_calls: [CALL] },
  t: { role: 'tool', tool_call_id: 'c1', content: 'seen' },
}

const INITIALS: Readonly<Record<Role, string>> = { system: 's', developer: 's', user: 'u', assistant: 'a', tool: 't' }

const conversation = (initials: string): readonly ChatMessage[] =>
  initials.split('').map((initial) => MESSAGES[initial] ?? { role: 'user' })

const orderOf = (initials: string): string =>
  toMistral(conversation(initials))
    .messages.map(({ role, tool_calls: calls }) => (calls ? 'c' : INITIALS[role]))
    .join('')

/**
 * What Mistral lets stand behind each role; see `_validate_message_order` and `_validate_last_message` of
 * https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py
 */
const NEXT: Readonly<Record<string, string>> = { s: 'sua', u: 'asu', a: 'aut', t: 'at' }

const isTaken = (order: string): boolean => {
  const roles = order.replaceAll('c', 'a')
  const follows = roles.split('').every((role, index) => index === 0 || NEXT[roles[index - 1] ?? '']?.includes(role))
  return follows && (roles.length < 2 || /[ut]$/.test(roles))
}

describe('toMistral', () => {
  it('keeps the order of a conversation that Mistral takes', () => {
    for (const order of ['u', 'su', 'ssu', 'uau', 'suctau', 'uct', 'uctau', 'usu', 'uusau']) {
      expect(isTaken(order), order).to.equal(true)
      expect(orderOf(order)).to.equal(order)
    }
  })

  it('puts instructions at the start that stand behind an answer, a result, or at the end', () => {
    expect(orderOf('ucts')).to.equal('suct')
    expect(orderOf('suctsu')).to.equal('ssuctau')
    expect(orderOf('uasu')).to.equal('suau')
    expect(orderOf('us')).to.equal('su')
    expect(orderOf('ucttst')).to.equal('sucttt')
  })

  it('gives every conversation of such messages an order that Mistral takes', () => {
    const rounds = ['s', 'u', 'a', 'ct', 'ctt']
    let conversations = ['u']
    for (let length = 0; length < 4; length += 1) {
      conversations = conversations.flatMap((start) => rounds.map((round) => start + round))
      for (const initials of conversations) expect(isTaken(orderOf(initials)), initials).to.equal(true)
    }
  })

  it('asks instructions alone as the words of the user', () => {
    expect(orderOf('s')).to.equal('u')
    expect(orderOf('ssa')).to.equal('uu')
  })

  it('names an answer at the end that is not sent, and sends one that says that it is to be gone on from', () => {
    expect(toMistral(conversation('uaua')).leftOut).to.deep.equal(['messages.assistant'])
    expect(orderOf('uauaa')).to.equal('uau')
    const open = { role: 'assistant' as const, content: 'I', prefix: true }
    const begun = toMistral([...conversation('u'), open])
    expect(begun).to.deep.equal({ messages: [...conversation('u'), open], leftOut: [] })
    expect(toMistral(conversation('uau')).leftOut).to.deep.equal([])
  })

  it('gives each message the fields of its role alone, and names what was in the others', () => {
    const named: ChatMessage = { role: 'user', name: 'ann', content: 'a', tool_calls: null, tool_call_id: null }
    const result: ChatMessage = { role: 'tool', tool_call_id: 'c1', name: 'look', content: 'seen', refusal: null }
    const { messages, leftOut } = toMistral([named, ...conversation('c'), result])
    expect(messages).to.deep.equal([
      { role: 'user', content: 'a' },
      ...conversation('c'),
      { role: 'tool', tool_call_id: 'c1', name: 'look', content: 'seen' },
    ])
    expect(leftOut).to.deep.equal(['messages.name'])
  })
})
