import { expect } from 'chai'
import { promptBound } from '../../../../src/domain/chat/tokens/prompt-bound.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'
import { promptTexts } from '../../../../src/domain/chat/tokens/estimate.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

const LONG = 'a long story '.repeat(100)

const asked = (fields: object) =>
  chatRequest({ messages: [{ role: 'assistant', content: 'x', ...fields } satisfies ChatMessage] })

describe('the texts of a prompt', () => {
  const places: Readonly<Record<string, object>> = {
    'a call of a tool': { tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: LONG } }] },
    'its name': { tool_calls: [{ id: 'c', type: 'function', function: { name: LONG, arguments: '{}' } }] },
    'the reasoning of an earlier turn': { reasoning_content: LONG },
    'that of a router': { reasoning: LONG },
    'that in details': { reasoning_details: [{ type: 'reasoning.text', text: LONG }] },
    'a refusal': { refusal: LONG },
  }
  for (const [name, fields] of Object.entries(places)) {
    it(`are counted in ${name}`, () => expect(promptTexts(asked(fields)).join(' ')).to.include(LONG))
  }

  it('are counted once where reasoning stands in two forms', () => {
    const both = promptTexts(asked({ reasoning: LONG, reasoning_details: [{ text: LONG }] })).join(' ')
    expect(both.split(LONG)).to.have.length(2)
  })

  for (const name of ['tools', 'response_format', 'tool_choice', 'reasoning_effort', 'verbosity']) {
    it(`are counted in the field ${name}`, () => {
      expect(promptTexts(chatRequest({ [name]: [{ name: LONG }] })).join(' ')).to.include(LONG)
    })
  }

  it('are held for in whatever a template may write down', () => {
    const bound = (fields: Readonly<Record<string, unknown>>): number => promptBound(chatRequest(fields), chatModel())
    for (const name of ['reasoning_effort', 'verbosity', 'documents']) {
      expect(bound({ [name]: LONG }) - bound({}), name).to.equal(LONG.length)
    }
  })
})
