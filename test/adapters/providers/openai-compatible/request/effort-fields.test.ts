import { expect } from 'chai'
import type { Deployment } from '../../../../../src/domain/catalog/model.ts'
import { dialectRules } from '../../../../../src/adapters/providers/openai-compatible/dialects.ts'
import {
  toEffortFields,
  isEffortUnread,
  withEffortForTools,
  withEffortOfBudget,
} from '../../../../../src/adapters/providers/openai-compatible/request/effort-fields.ts'

const WORDS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const sentFor = (efforts: readonly string[] | undefined, asked: readonly string[] = WORDS): unknown =>
  asked.map((effort) => toEffortFields({ reasoning_effort: effort }, efforts, {})[0]?.[1])

describe('toEffortFields', () => {
  it('sends the word of the caller where no words are listed', () => {
    expect(sentFor(undefined)).to.deep.equal(WORDS)
    expect(sentFor([])).to.deep.equal(WORDS)
  })

  it('sends the strongest listed word that asks for no more, else the weakest that thinks', () => {
    expect(sentFor(['low', 'high', 'max'])).to.deep.equal(['low', 'low', 'low', 'low', 'high', 'high', 'max'])
    expect(sentFor(['none', 'high'])).to.deep.equal(['none', 'high', 'high', 'high', 'high', 'high', 'high'])
  })

  it('sends `none` to a model that knows nothing else', () => {
    expect(sentFor(['none'], ['none', 'high'])).to.deep.equal(['none', 'none'])
  })

  it('leaves an unknown word to the provider to judge', () => {
    expect(sentFor(['none', 'high'], ['huge'])).to.deep.equal(['huge'])
  })

  it('sends nothing where nothing is asked', () => {
    expect(toEffortFields({}, ['high'], {})).to.deep.equal([])
    expect(toEffortFields({ reasoning_effort: null }, ['high'], { isDeepSeek: true })).to.deep.equal([])
  })

  it('tells DeepSeek by its own field to think nothing, unless the caller wrote that field', () => {
    const asked = { reasoning_effort: 'none' }
    const rules = { isDeepSeek: true } as const
    expect(toEffortFields(asked, ['low', 'high'], rules)).to.deep.equal([['thinking', { type: 'disabled' }]])
    expect(toEffortFields({ ...asked, thinking: { type: 'enabled' } }, ['low', 'high'], rules)).to.deep.equal([])
  })
})

describe('withEffortOfBudget', () => {
  const asked = { reasoning: { max_tokens: 5_000 }, extra_body: { google: {} } }

  it('sends a word in place of a budget, to a provider that has no field for one', () => {
    const { reasoning, extra_body, reasoning_effort } = withEffortOfBudget(
      { ...asked, reasoning_effort: undefined },
      dialectRules('plain', []),
    )
    expect([reasoning_effort, reasoning, extra_body]).to.deep.equal(['medium', null, null])
  })

  it('leaves the budget to a provider that has a field for it, by its dialect or by the catalogue', () => {
    for (const rules of [dialectRules('openrouter', []), dialectRules('plain', ['reasoning'])]) {
      const taken = withEffortOfBudget({ ...asked, reasoning_effort: undefined }, rules)
      expect(taken).to.deep.include({ reasoning: asked.reasoning, reasoning_effort: undefined, extra_body: null })
    }
  })
})

describe('isEffortUnread', () => {
  const asked = { reasoning_effort: 'none', thinking: { type: 'enabled' } }

  it('is true where DeepSeek’s own field asks for thoughts beside an effort of none', () =>
    expect(isEffortUnread(asked, { isDeepSeek: true })).to.equal(true))

  it('is false elsewhere', () => {
    expect(isEffortUnread(asked, {})).to.equal(false)
    const others = [{ thinking: { type: 'disabled' } }, { thinking: null }, { reasoning_effort: 'high' }]
    for (const over of others) expect(isEffortUnread({ ...asked, ...over }, { isDeepSeek: true })).to.equal(false)
  })
})

describe('withEffortForTools', () => {
  const tools = [{ type: 'function', function: { name: 'look' } }]
  const at = (thinksWithTools: boolean | undefined, parameters: Deployment['parameters'] = {}) => ({
    thinksWithTools,
    parameters,
  })
  const effortFor = (request: object, deployment = at(false), rules = {}): unknown =>
    withEffortForTools(request as Readonly<Record<string, unknown>>, deployment, rules)['reasoning_effort']

  it('asks for none beside tools where the model calls them only so', () => {
    expect(effortFor({ tools })).to.equal('none')
    expect(effortFor({ tools, reasoning_effort: null })).to.equal('none')
  })

  it('asks for nothing without a tool, or of a model that thinks beside them', () => {
    expect([effortFor({}), effortFor({ tools: [] })]).to.deep.equal([undefined, undefined])
    expect(withEffortForTools({ tools }, at(true), {})).to.deep.equal({ tools })
    expect(withEffortForTools({ tools }, at(undefined), {})).to.deep.equal({ tools })
  })

  it('leaves what the caller says of thinking', () => {
    expect(effortFor({ tools, reasoning_effort: 'high' })).to.equal('high')
    expect(effortFor({ tools, reasoning: { effort: 'low' } })).to.equal(undefined)
    expect(effortFor({ tools, thinking: { type: 'enabled' } })).to.equal(undefined)
  })
  it('leaves what the deployment has fixed of thinking', () => {
    const fixed: readonly Deployment['parameters'][] = [
      { reasoning_effort: 'low' },
      { reasoning: { effort: 'low' } },
      { thinking: { type: 'enabled' } },
    ]
    for (const parameters of fixed) expect(effortFor({ tools }, at(false, parameters))).to.equal(undefined)
  })

  it('asks for none only where the deployment knows that word, or has a field of its own for it', () => {
    expect(effortFor({ tools }, at(false, { efforts: ['low', 'high'] }))).to.equal(undefined)
    expect(effortFor({ tools }, at(false, { efforts: ['none', 'high'] }))).to.equal('none')
    expect(effortFor({ tools }, at(false, { efforts: ['low', 'high'] }), { isDeepSeek: true })).to.equal('none')
  })
})
