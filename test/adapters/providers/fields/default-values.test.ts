import { expect } from 'chai'
import { asksForNothing } from '../../../../src/adapters/providers/fields/default-values.ts'
import { ignoredFields as ignoredByAnthropic } from '../../../../src/adapters/providers/anthropic/request/ignored-fields.ts'
import { ignoredFields as ignoredByGoogle } from '../../../../src/adapters/providers/google/chat/ignored-fields.ts'
import { toRequest as toGoogle } from '../../../../src/adapters/providers/google/chat/to-request.ts'
import { dialectRules, DIALECTS } from '../../../../src/adapters/providers/openai-compatible/dialects.ts'
import { toRequest } from '../../../../src/adapters/providers/openai-compatible/request/to-request.ts'
import { leftOutOf } from '../../../../src/adapters/providers/fields/shape.ts'
import { isRight } from 'fp-ts/lib/Either.js'
import { chatCall } from '../../../support/chat/chat-calls.ts'

const IMAGE = { url: 'https://e.com/a.png' }

const withImage = (detail: string) => ({
  messages: [{ role: 'user' as const, content: [{ type: 'image_url', image_url: { ...IMAGE, detail } }] }],
})

/** Each field with what comes without it as well, and with a value that asks for something else. */
const FIELDS: Readonly<Record<string, readonly [idle: unknown, asking: unknown]>> = {
  min_p: [0, 0.1],
  repetition_penalty: [1, 1.2],
  verbosity: ['medium', 'low'],
  store: [false, true],
  metadata: [{}, { a: 'b' }],
  plugins: [[], [{ id: 'web' }]],
  deferred: [false, true],
  modalities: [['text'], ['text', 'audio']],
}

describe('asksForNothing', () => {
  for (const [name, [idle, asking]] of Object.entries(FIELDS)) {
    it(`knows the value of '${name}' that changes nothing`, () => {
      expect([idle, null, undefined, ''].map((value) => asksForNothing(name, value))).to.deep.equal([
        true,
        true,
        true,
        true,
      ])
      expect(asksForNothing(name, asking)).to.equal(false)
    })
  }

  it('takes a switch that is off for a wish where nothing is known of the field', () =>
    expect(asksForNothing('include_reasoning', false)).to.equal(false))
})

describe('fields that are not given to a provider', () => {
  const ask = (request: Readonly<Record<string, unknown>>, parameters = {}) => chatCall({ request, parameters })

  it('are not named at Google with the value that it has anyway', () => {
    const named = (fields: Readonly<Record<string, unknown>>, parameters = {}): readonly string[] => {
      const { request, deployment } = ask(fields, parameters)
      return ignoredByGoogle(request, deployment)
    }
    expect(named({ parallel_tool_calls: true, ...withImage('auto') })).to.deep.equal([])
    expect(named({ parallel_tool_calls: false, ...withImage('low') })).to.have.members([
      'parallel_tool_calls',
      'messages.content.image_url.detail',
    ])
    const drops = { drops: ['temperature', 'frequency_penalty'] }
    expect(named({ temperature: 1, frequency_penalty: 0 }, drops)).to.deep.equal([])
    expect(named({ temperature: 0.2 }, drops)).to.deep.equal(['temperature'])
  })

  it('are not named at Anthropic with the value that it has anyway', () => {
    const named = (fields: Readonly<Record<string, unknown>>, parameters = {}): readonly string[] => {
      const { request, deployment } = ask(fields, parameters)
      return ignoredByAnthropic(request, deployment)
    }
    const idle = { frequency_penalty: 0, presence_penalty: 0, top_logprobs: 0, service_tier: 'auto', top_p: 1 }
    expect(named({ ...idle, temperature: 0.3, ...withImage('auto') })).to.deep.equal([])
    expect(named({ temperature: 1, top_p: 1 }, { sampling: false })).to.deep.equal([])
    expect(named({ temperature: 0.3, top_p: 0.5, presence_penalty: 1 })).to.have.members(['top_p', 'presence_penalty'])
  })

  it('are not named by any dialect of OpenAI’s wire, and not refused, where they ask for nothing', () => {
    const idle = Object.fromEntries(Object.entries(FIELDS).map(([name, [value]]) => [name, value]))
    const { request, deployment } = ask({ ...idle, logprobs: false, top_logprobs: 0, logit_bias: {} })
    for (const dialect of DIALECTS) {
      const rules = dialectRules(dialect, [])
      expect(leftOutOf(request, rules.takes), dialect).to.deep.equal([])
      expect(isRight(toRequest({ rules, passFields: [] })({ request, deployment }, false)), dialect).to.equal(true)
    }
  })

  it('are not refused by Google where they ask for nothing', () => {
    const { request, deployment } = ask({ logprobs: false, top_logprobs: 0, n: 1, logit_bias: {} })
    expect(isRight(toGoogle(request, deployment, { fetched: new Map(), isStream: false }))).to.equal(true)
  })
})
