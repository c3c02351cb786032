import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { toPlainReasoning } from '../../../src/domain/chat/reasoning-forms.ts'
import { givenFields } from '../../../src/domain/json.ts'
import { chatRequest } from '../../support/chat/chat-models.ts'

type Fields = Readonly<Record<string, unknown>>

const google = (config: Fields): Fields => ({ extra_body: { google: { thinking_config: config } } })

/** The fields about reasoning that a request comes to. */
const plain = (asked: Fields): Fields => {
  const read = toPlainReasoning(chatRequest(asked))
  if (isLeft(read)) throw new Error(read.left.param)
  const { reasoning_effort, include_reasoning, reasoning, extra_body } = read.right.request
  return givenFields({ reasoning_effort, include_reasoning, reasoning, extra_body })
}

const refused = (asked: Fields): unknown => {
  const read = toPlainReasoning(chatRequest(asked))
  return isLeft(read) ? read.left.param : 'accepted'
}

describe('what a client says of reasoning in the form of another service', () => {
  it('stays as it is where it says nothing in one', () => {
    const asked = chatRequest({ reasoning_effort: 'low', include_reasoning: true, extra_body: { other: 1 } })
    const read = toPlainReasoning(asked)
    expect(!isLeft(read) && read.right.request).to.equal(asked)
    expect(!isLeft(read) && read.right.pathOf).to.equal(null)
  })

  it('is read in OpenRouter’s form, in which who asks for thoughts is shown them', () => {
    const shown = { include_reasoning: true }
    expect(plain({ reasoning: { effort: 'high' } })).to.deep.equal({ reasoning_effort: 'high', ...shown })
    expect(plain({ reasoning: { max_tokens: 2_000 } })).to.deep.equal({ reasoning: { max_tokens: 2_000 }, ...shown })
    expect(plain({ reasoning: { enabled: true } })).to.deep.equal({ reasoning_effort: 'medium', ...shown })
    expect(plain({ reasoning: { enabled: true, effort: 'low' } })).to.deep.equal({ reasoning_effort: 'low', ...shown })
    expect(plain({ reasoning: { effort: 'low', exclude: false } })).to.deep.equal({ reasoning_effort: 'low', ...shown })
  })

  it('is read in OpenRouter’s form where it asks for none, or not to be shown any', () => {
    const none = { reasoning_effort: 'none' }
    expect(plain({ reasoning: { enabled: false } })).to.deep.equal(none)
    expect(plain({ reasoning: { effort: 'none' } })).to.deep.equal(none)
    expect(plain({ reasoning: { max_tokens: 0 } })).to.deep.equal(none)
    expect(plain({ reasoning: { exclude: true } })).to.deep.equal({ include_reasoning: false })
    expect(plain({ reasoning: { effort: 'high', exclude: true } })).to.deep.equal({
      reasoning_effort: 'high',
      include_reasoning: false,
    })
    expect(plain({ include_reasoning: false, reasoning: { effort: 'high' } })).to.deep.equal({
      reasoning_effort: 'high',
      include_reasoning: false,
    })
  })

  it('is read in Google’s form, in which thoughts are shown only where they are asked for', () => {
    expect(plain(google({ thinking_level: 'HIGH' }))).to.deep.equal({ reasoning_effort: 'high' })
    expect(plain(google({ thinking_budget: 800, include_thoughts: true }))).to.deep.equal({
      reasoning: { max_tokens: 800 },
      include_reasoning: true,
    })
    expect(plain(google({ thinking_budget: 0 }))).to.deep.equal({ reasoning_effort: 'none' })
    expect(plain(google({ include_thoughts: false }))).to.deep.equal({ include_reasoning: false })
    for (const config of [{ thinking_budget: -1 }, { thinking_level: 'THINKING_LEVEL_UNSPECIFIED' }, {}]) {
      expect(plain(google(config)), JSON.stringify(config)).to.deep.equal({})
    }
  })

  it('may be stated twice in one sense, as by a client that sends every form', () => {
    const asked = { reasoning_effort: 'low', reasoning: { effort: 'low', enabled: true }, include_reasoning: true }
    expect(plain({ ...asked, ...google({ thinking_level: 'low', include_thoughts: true }) })).to.deep.equal({
      reasoning_effort: 'low',
      include_reasoning: true,
    })
  })

  it('is refused by the place of what says something else', () => {
    const cases: readonly (readonly [Fields, string])[] = [
      [{ reasoning_effort: 'low', reasoning: { effort: 'high' } }, 'reasoning.effort'],
      [{ reasoning: { effort: 'high', max_tokens: 2_000 } }, 'reasoning.max_tokens'],
      [{ reasoning_effort: 'low', reasoning: { max_tokens: 2_000 } }, 'reasoning.max_tokens'],
      [{ reasoning: { effort: 'high', enabled: false } }, 'reasoning.enabled'],
      [{ reasoning: { max_tokens: 2_000, enabled: false } }, 'reasoning.enabled'],
      [{ reasoning: { effort: 'none', enabled: true } }, 'reasoning.enabled'],
      [{ reasoning_effort: 'none', reasoning: { enabled: true } }, 'reasoning.enabled'],
      [{ include_reasoning: true, reasoning: { exclude: true } }, 'reasoning.exclude'],
      [google({ thinking_level: 'low', thinking_budget: 1_024 }), 'extra_body.google.thinking_config.thinking_budget'],
      [
        { reasoning_effort: 'high', ...google({ thinking_level: 'low' }) },
        'extra_body.google.thinking_config.thinking_level',
      ],
      [
        { include_reasoning: false, ...google({ include_thoughts: true }) },
        'extra_body.google.thinking_config.include_thoughts',
      ],
    ]
    for (const [asked, place] of cases) expect(refused(asked), JSON.stringify(asked)).to.equal(place)
  })

  it('keeps what else its objects have, which no adapter reads and each one names', () => {
    const config = { thinking_budget: 500, later: 1 }
    const asked = {
      reasoning: { summary: 'auto', exclude: true },
      extra_body: { google: { thinking_config: config, cached_content: 'c' }, enable_thinking: true },
    }
    expect(plain(asked)).to.deep.equal({
      include_reasoning: false,
      reasoning: { summary: 'auto', max_tokens: 500 },
      extra_body: { google: { thinking_config: { later: 1 }, cached_content: 'c' }, enable_thinking: true },
    })
  })

  it('is found where the client wrote it', () => {
    const places = (asked: Fields): unknown => {
      const read = toPlainReasoning(chatRequest(asked))
      if (isLeft(read)) return read.left.param
      const names = ['reasoning_effort', 'reasoning.max_tokens', 'include_reasoning', 'seed']
      return names.map((name) => read.right.pathOf?.(name))
    }
    expect(places({ reasoning: { effort: 'high' } })).to.deep.equal([
      'reasoning.effort',
      'reasoning.max_tokens',
      'reasoning.exclude',
      'seed',
    ])
    const config = 'extra_body.google.thinking_config'
    expect(places(google({ thinking_budget: 900, include_thoughts: true }))).to.deep.equal([
      'reasoning_effort',
      `${config}.thinking_budget`,
      `${config}.include_thoughts`,
      'seed',
    ])
    expect(places({ reasoning: { enabled: true } })).to.include('reasoning.enabled')
  })
})
