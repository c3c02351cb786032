import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { ignoredFields } from '../../../../../src/adapters/providers/anthropic/request/ignored-fields.ts'
import { toRequest } from '../../../../../src/adapters/providers/anthropic/request/to-request.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'

const TOOLS = [{ type: 'function', function: { name: 'look' } }]

const EFFORTS = [undefined, 'none', 'minimal', 'high'] as const
const REASONING = ['adaptive', 'budget', 'none'] as const
const LEAST = ['disabled', 'between_tools', 'low_effort'] as const

/** What of the caller's wishes a body holds, by the names of the caller's fields. */
const wishesIn = (body: object): readonly string[] => [
  ...('temperature' in body ? ['temperature'] : []),
  ...('top_p' in body ? ['top_p'] : []),
  ...('thinking' in body || 'output_config' in body ? ['reasoning_effort'] : []),
]

describe('toGenerationFields of Anthropic', () => {
  it('names of how the answer is to be made exactly what is not sent', () => {
    for (const reasoning of REASONING) {
      for (const least of LEAST) {
        for (const effort of EFFORTS) {
          for (const limit of [100, 10_000]) {
            for (const forced of [false, true]) {
              const wishes = { temperature: 0.5, top_p: 0.5, reasoning_effort: effort }
              const given = { max_tokens: limit, ...wishes, tools: TOOLS, tool_choice: forced ? 'required' : 'auto' }
              const { request, deployment } = chatCall({
                request: given,
                parameters: { reasoning, least_thinking: least },
              })
              const sent = toRequest(request, deployment, false)
              if (isLeft(sent)) throw new Error(sent.left.message)
              const asked = ['temperature', 'top_p', ...(effort === undefined ? [] : ['reasoning_effort'])]
              const left = asked.filter((name) => !wishesIn(sent.right.body).includes(name))
              // A model that never thinks does what it is asked.
              const isServed = effort === 'none' && reasoning === 'none'
              const named = left.filter((name) => !(isServed && name === 'reasoning_effort'))
              const title = JSON.stringify({ reasoning, least, effort, limit, forced })
              expect(ignoredFields(request, deployment), title).to.have.members(named)
            }
          }
        }
      }
    }
  })

  it('names an effort that a fixed setting of the deployment overrules', () => {
    const parameters = { reasoning: 'budget', thinking: { type: 'disabled' } }
    const named = (effort: string): readonly string[] => {
      const { request, deployment } = chatCall({ request: { reasoning_effort: effort }, parameters })
      return ignoredFields(request, deployment)
    }
    expect(named('high')).to.deep.equal(['reasoning_effort'])
    expect(named('none')).to.deep.equal([])
  })

  it('shows reasoning by the wish of the caller, and names a wish that is not fulfilled', () => {
    const seen = (request: Readonly<Record<string, unknown>>, parameters = {}): unknown => {
      const made = chatCall({ request: { max_tokens: 10_000, ...request }, parameters })
      const sent = toRequest(made.request, made.deployment, false)
      if (isLeft(sent)) throw new Error(sent.left.message)
      const { thinking } = sent.right.body as { readonly thinking?: object }
      return [thinking, ignoredFields(made.request, made.deployment)]
    }
    const BUDGET = { reasoning: 'budget' }
    const shown = { type: 'adaptive', display: 'summarized' }
    const budget = { type: 'enabled', budget_tokens: 8_000 }
    const see = { include_reasoning: true }
    const hide = { include_reasoning: false }
    const high = { reasoning_effort: 'high' }
    expect(seen(see)).to.deep.equal([shown, []])
    expect(seen({ ...see, ...high })).to.deep.equal([shown, []])
    expect(seen({ ...hide, ...high })).to.deep.equal([{ ...shown, display: 'omitted' }, []])
    expect(seen(hide)).to.deep.equal([undefined, []])
    expect(seen({ include_reasoning: 'yes' })).to.deep.equal([undefined, ['include_reasoning']])
    expect(seen({ ...see, ...high }, BUDGET)).to.deep.equal([budget, []])
    expect(seen({ ...hide, ...high }, BUDGET)).to.deep.equal([{ ...budget, display: 'omitted' }, []])
    expect(seen(see, BUDGET)).to.deep.equal([undefined, ['include_reasoning']])
    expect(seen({ ...see, reasoning_effort: 'none' })).to.deep.equal([{ type: 'disabled' }, []])
    expect(seen({ ...hide, reasoning_effort: 'none' })).to.deep.equal([{ type: 'disabled' }, []])
    const tokens = (max_tokens: number) => ({ reasoning: { max_tokens } })
    expect(seen(tokens(3_000), BUDGET)).to.deep.equal([{ type: 'enabled', budget_tokens: 3_000 }, []])
    expect(seen(tokens(10), BUDGET)).to.deep.equal([{ type: 'enabled', budget_tokens: 1_024 }, []])
    expect(seen(tokens(90_000), BUDGET)).to.deep.equal([{ type: 'enabled', budget_tokens: 9_999 }, []])
    expect(seen({ ...tokens(3_000), max_tokens: 900 }, BUDGET)).to.deep.equal([undefined, ['reasoning.max_tokens']])
    expect(seen(tokens(3_000), { reasoning: 'none' })).to.deep.equal([undefined, ['reasoning.max_tokens']])
    expect(seen(tokens(3_000))).to.deep.equal([shown, []])
    const fixed = { thinking: shown }
    expect(seen(hide, fixed)).to.deep.equal([shown, ['include_reasoning']])
  })

  it('names a temperature that is sent as the hottest there is, and a top_k that is not sent', () => {
    const named = (request: Readonly<Record<string, unknown>>, parameters = {}): readonly string[] => {
      const made = chatCall({ request, parameters })
      return ignoredFields(made.request, made.deployment)
    }
    expect(named({ temperature: 1.2 })).to.deep.equal(['temperature'])
    expect(named({ temperature: 1, top_k: 5 })).to.deep.equal([])
    expect(named({ top_k: 5 }, { sampling: false })).to.deep.equal(['top_k'])
  })

  it('names stops that are blank, which the provider refuses', () => {
    const named = (stop: string | readonly string[]): readonly string[] => {
      const { request, deployment } = chatCall({ request: { stop } })
      return ignoredFields(request, deployment)
    }
    expect(named('\n')).to.deep.equal(['stop'])
    expect(named(['END', ' '])).to.deep.equal(['stop'])
    expect(named(['END'])).to.deep.equal([])
  })
})
