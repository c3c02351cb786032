import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { ignoredFields } from '../../../../../src/adapters/providers/anthropic/request/ignored-fields.ts'
import { toRequest } from '../../../../../src/adapters/providers/anthropic/request/to-request.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'

const user: ChatMessage = { role: 'user', content: 'hi' }
const answer: ChatMessage = { role: 'assistant', content: 'so' }
const silent: ChatMessage = { role: 'assistant', content: '' }
const system: ChatMessage = { role: 'system', content: 'Be brief.' }
const call: ChatMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
}
const result: ChatMessage = { role: 'tool', tool_call_id: 'c', content: '' }

const CONVERSATIONS: Readonly<Record<string, readonly [isLeftOut: boolean, messages: readonly ChatMessage[]]>> = {
  'an answer at the end': [true, [user, answer]],
  'two answers at the end': [true, [user, answer, answer]],
  'a refusal at the end': [true, [user, { role: 'assistant', content: null, refusal: 'no' }]],
  'a call at the end': [true, [user, call]],
  'an answer before an instruction': [true, [user, answer, system]],
  'an answer before a user without words': [true, [user, answer, { role: 'user', content: '' }]],
  'an answer that says nothing': [false, [user, silent]],
  'an answer before the user': [false, [user, answer, user]],
  'an answer before an image': [
    false,
    [user, answer, { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://e.com/a.png' } }] }],
  ],
  'a call before its result': [false, [user, call, result]],
  'a user alone': [false, [user]],
}

describe('ignoredFields of Anthropic', () => {
  for (const [name, [isLeftOut, messages]] of Object.entries(CONVERSATIONS)) {
    it(`${isLeftOut ? 'names' : 'does not name'} ${name}, which is what is sent`, () => {
      for (const systemTurns of [false, true]) {
        const { request, deployment } = chatCall({ request: { messages }, parameters: { system_turns: systemTurns } })
        expect(ignoredFields(request, deployment)).to.deep.equal(isLeftOut ? ['messages.assistant'] : [])
        const sent = toRequest(request, deployment, false)
        const turns = isRight(sent) ? (sent.right.body as { readonly messages: readonly ChatMessage[] }).messages : []
        const answers = messages.filter((message) => message.role === 'assistant' && message !== silent)
        expect(turns.some(({ role }) => role === 'assistant')).to.equal(!isLeftOut && answers.length > 0)
      }
    })
  }

  it('names the older field of a user beside the newer one, which alone is sent', () => {
    const named = (request: { readonly user?: string; readonly safety_identifier?: string }) => {
      const { request: asked, deployment } = chatCall({ request: { ...request } })
      return ignoredFields(asked, deployment)
    }
    expect(named({ user: 'a', safety_identifier: 'b' })).to.deep.equal(['user'])
    for (const one of [{ user: 'a' }, { safety_identifier: 'b' }, { user: 'a', safety_identifier: '' }]) {
      expect(named(one)).to.deep.equal([])
    }
  })

  it('names nothing where the model goes on from an answer', () => {
    const { request, deployment } = chatCall({ request: { messages: [user, answer] }, parameters: { prefill: true } })
    expect(ignoredFields(request, deployment)).to.deep.equal([])
  })
})
