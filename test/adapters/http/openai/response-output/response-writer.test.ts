import { expect } from 'chai'
import { finalResponse, shapeOf } from '../../../../support/responses/response-events.ts'
import { chunk, ended, failed, streamed, whole } from '../../../../support/responses/written.ts'

const TEXT_ITEM = [
  'output_item.added',
  'content_part.added',
  'output_text.delta',
  'output_text.done',
  'content_part.done',
  'output_item.done',
]
const CALL_ITEM = [
  'output_item.added',
  'function_call_arguments.delta',
  'function_call_arguments.done',
  'output_item.done',
]
const BEGIN = ['created', 'in_progress']

const call = (index: number, id: string, name: string, text: string) =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] })
const more = (index: number, text: string) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })

describe('the writer of a response', () => {
  it('cases 1 and 2: opens an item before its deltas, closes it after them, and ends the stream', () => {
    const events = streamed([chunk({ role: 'assistant', content: '' }), chunk({ content: 'a' }), ended()])
    expect(shapeOf(events)).to.deep.equal([...BEGIN, ...TEXT_ITEM, 'completed'])
  })

  it('has the whole text in the last event', () => {
    const events = streamed([chunk({ content: 'one ' }), chunk({ content: 'two' }), ended()])
    const { output, ...response } = finalResponse(events)
    expect(output).to.have.length(1)
    expect(output[0]?.['content']).to.deep.equal([
      { type: 'output_text', text: 'one two', annotations: [], logprobs: [] },
    ])
    expect(response).to.deep.include({ object: 'response', model: 'vendor/model', status: 'completed' })
    expect(response.id).to.match(/^resp_[\w-]+$/)
  })

  it('cases 4 and 27: has every field that strict clients read, also where nothing was asked', () => {
    const response = whole([chunk({ content: 'a' }), ended()])
    expect(response).to.deep.include({
      completed_at: 1_767_225_605,
      tools: [],
      tool_choice: 'auto',
      truncation: 'disabled',
      parallel_tool_calls: true,
      text: { format: { type: 'text' }, verbosity: 'medium' },
      error: null,
      incomplete_details: null,
      instructions: null,
      previous_response_id: null,
      max_output_tokens: null,
      metadata: {},
      store: false,
      background: false,
      usage: {
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 3 },
        total_tokens: 16,
        cost: 0.012345,
        cost_rub: '0.012345',
      },
    })
  })

  it('cases 5 and 7: gives every item its place, parallel calls one after the other', () => {
    const events = streamed([
      chunk({ content: 'I look.' }),
      call(0, 'call_a', 'look', ''),
      more(0, '{"at":'),
      more(0, '1}'),
      call(1, 'call_b', 'look', '{"at":2}'),
      ended('tool_calls'),
    ])
    expect(shapeOf(events)).to.deep.equal([...BEGIN, ...TEXT_ITEM, ...CALL_ITEM, ...CALL_ITEM, 'completed'])
    const { output } = finalResponse(events)
    expect(output.map(({ type }) => type)).to.deep.equal(['message', 'function_call', 'function_call'])
    expect(output[1]).to.deep.include({ call_id: 'call_a', name: 'look', arguments: '{"at":1}', status: 'completed' })
    expect(new Set(output.map(({ id }) => id)).size).to.equal(3)
    for (const event of events.filter(({ type }) => type.endsWith('.delta') || type.endsWith('.done'))) {
      const place = Number(event['output_index'])
      if ('item_id' in event) expect(event['item_id']).to.equal(output[place]?.id)
      else expect(event['item']).to.deep.equal(output[place])
    }
  })

  it('puts deltas that a provider mixes to the call they belong to', () => {
    const events = streamed([
      call(0, 'call_a', 'look', '{"at":'),
      call(1, 'call_b', 'look', '{"at":'),
      more(0, '1}'),
      more(1, '2}'),
      ended('tool_calls'),
    ])
    const { output } = finalResponse(events)
    expect(output.map((item) => item['arguments'])).to.deep.equal(['{"at":1}', '{"at":2}'])
    for (const [place, item] of output.entries()) {
      const own = events.filter((event) => event['output_index'] === place)
      expect(shapeOf(own)).to.deep.equal(CALL_ITEM)
      const deltas = own.filter(({ type }) => type.endsWith('.delta')).map((event) => event['delta'])
      expect(deltas.join('')).to.equal(item['arguments'])
    }
  })

  it('keeps calls in their order where an earlier one has no arguments, whole and streamed', () => {
    const chunks = [
      call(0, 'call_a', 'now', ''),
      call(1, 'call_b', 'here', ''),
      call(2, 'call_c', 'look', '{"at":1}'),
      more(1, '{}'),
      ended('tool_calls'),
    ]
    const events = streamed(chunks)
    const at = (place: number) => events.filter((event) => event['output_index'] === place)
    for (const place of [0, 1, 2]) expect(shapeOf(at(place)), String(place)).to.deep.equal(CALL_ITEM)
    for (const { output } of [finalResponse(events), whole(chunks)]) {
      expect(output.map((item) => [item['call_id'], item['name'], item['arguments']])).to.deep.equal([
        ['call_a', 'now', '{}'],
        ['call_b', 'here', '{}'],
        ['call_c', 'look', '{"at":1}'],
      ])
    }
  })

  it('gives a call without arguments an empty object, and a call without an id one of its own', () => {
    const { output } = finalResponse(streamed([call(0, '', 'now', ''), ended('tool_calls')]))
    expect(output[0]).to.deep.include({ name: 'now', arguments: '{}' })
    expect(output[0]?.['call_id']).to.match(/^call_.+/)
  })

  it('closes reasoning before the message, and leaves empty reasoning out', () => {
    const events = streamed([
      chunk({ reasoning_content: '' }),
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ reasoning_content: '' }),
      chunk({ content: 'a' }),
      ended(),
    ])
    expect(shapeOf(events)).to.deep.equal([
      ...BEGIN,
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      ...TEXT_ITEM,
      'completed',
    ])
    expect(finalResponse(events).output[0]).to.deep.include({ summary: [{ type: 'summary_text', text: 'Hm.' }] })
    expect(shapeOf(streamed([chunk({ reasoning_content: '' }), chunk({ content: 'a' }), ended()]))).to.deep.equal([
      ...BEGIN,
      ...TEXT_ITEM,
      'completed',
    ])
  })

  for (const [finish, reason] of [
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ] as const) {
    it(`ends as incomplete with the reason ${reason}`, () => {
      const chunks = [chunk({ content: 'half' }), ended(finish)]
      const events = streamed(chunks)
      expect(events.at(-1)?.type).to.equal('response.incomplete')
      for (const response of [finalResponse(events), whole(chunks)]) {
        expect(response).to.deep.include({
          status: 'incomplete',
          incomplete_details: { reason },
          completed_at: null,
        })
        expect(response.output[0]).to.deep.include({ status: 'incomplete' })
      }
    })
  }

  it('fails in band, with the items that had ended', () => {
    const chunks = [chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'half' })]
    const events = failed(chunks, { tag: 'upstream_error', mayHaveWorked: true })
    expect(events.at(-1)?.type).to.equal('response.failed')
    expect(finalResponse(events)).to.deep.include({ status: 'failed', completed_at: null })
    expect(finalResponse(events)['error']).to.deep.include({ code: 'server_error' })
    expect(finalResponse(events).usage['cost']).to.equal(0)
    expect(finalResponse(events).output.map(({ type }) => type)).to.deep.equal(['reasoning'])
  })

  it('fails by a word that asks for no second try where its client is at fault', () => {
    const rejected = { tag: 'rejected_by_upstream', message: 'too long', param: null } as const
    const events = failed([chunk({ content: 'half' })], { ...rejected, code: 'context_length_exceeded' })
    expect(finalResponse(events)['error']).to.deep.equal({ code: 'invalid_prompt', message: 'too long' })
  })

  it('streams a refusal as such', () => {
    const events = streamed([chunk({ refusal: 'I ' }), chunk({ refusal: 'cannot.' }), ended('content_filter')])
    expect(shapeOf(events)).to.deep.equal([
      ...BEGIN,
      'output_item.added',
      'content_part.added',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
      'output_item.done',
      'incomplete',
    ])
    expect(finalResponse(events).output[0]?.['content']).to.deep.equal([{ type: 'refusal', refusal: 'I cannot.' }])
  })

  it('shows the probabilities of the tokens that the provider gave', () => {
    const logprob = {
      token: 'a',
      logprob: -0.1,
      bytes: null,
      top_logprobs: [{ token: 'a', logprob: -0.1, bytes: [97] }],
    }
    const events = streamed([chunk({ content: 'a' }, null, { content: [logprob] }), ended()])
    expect(finalResponse(events).output[0]).to.have.nested.property('content[0].logprobs[0].token', 'a')
  })

  it('shows the probabilities of tokens that bring no text, in the middle, at the beginning and at the end', () => {
    const tokens = (...names: readonly string[]) => ({
      content: names.map((token) => ({ token, logprob: -0.1, bytes: [97], top_logprobs: [] })),
    })
    const events = streamed([
      chunk({ role: 'assistant', content: '' }, null, tokens('half')),
      chunk({ content: '🎉' }, null, tokens('half')),
      chunk({ content: '' }, null, tokens('another half')),
      chunk({}, null, tokens('more')),
      chunk({ content: '🎉' }, null, tokens('half')),
      chunk({ content: '' }, 'stop', tokens('end')),
    ])
    const shown = ['half', 'half', 'another half', 'more', 'half', 'end']
    const namesIn = (logprobs: unknown) => (logprobs as readonly { token: string }[]).map(({ token }) => token)
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta')
    expect(deltas.map(({ delta }) => delta).join('')).to.equal('🎉🎉')
    expect(deltas.flatMap(({ logprobs }) => namesIn(logprobs))).to.deep.equal(shown)
    expect(finalResponse(events).output[0])
      .to.have.nested.property('content[0].logprobs')
      .that.satisfies((logprobs: unknown) => namesIn(logprobs).join() === shown.join())
  })

  it('opens no message for the probabilities of the tokens of a call', () => {
    const logprobs = { content: [{ token: 'x', logprob: -0.1, bytes: [120], top_logprobs: [] }] }
    const asked = call(0, 'call_a', 'look', '{}')
    const answer = { ...asked, choices: asked.choices.map((choice) => ({ ...choice, logprobs })) }
    const events = streamed([chunk({ content: '' }, null, logprobs), answer, ended('tool_calls')])
    expect(finalResponse(events).output.map(({ type }) => type)).to.deep.equal(['function_call'])
  })

  it('shows the probabilities of any number of tokens, which no call of a function takes as its arguments', () => {
    const logprob = { token: 'a', logprob: -0.1, bytes: [97], top_logprobs: [] }
    const content = Array.from({ length: 150_000 }, () => logprob)
    const { output } = whole([chunk({ content: 'a' }, null, { content }), ended()])
    expect(output[0]?.['content']).to.have.nested.property('[0].logprobs').with.length(content.length)
  })

  it('shows the tools that were offered, and the tier that answered', () => {
    const tools = [
      { type: 'function', name: 'look' },
      { type: 'web_search', external_web_access: false },
    ]
    const answer = [chunk({ content: 'a' }), { ...ended(), extras: { service_tier: 'flex' } }]
    const response = whole(answer, { tools, instructions: 'x' })
    expect(response['tools']).to.deep.equal([
      { type: 'function', name: 'look', description: null, parameters: null, strict: false },
    ])
    expect(response).to.deep.include({ service_tier: 'flex', instructions: 'x' })
  })

  it('writes a whole answer as its stream ends', () => {
    const chunks = [
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'a' }),
      call(0, 'call_a', 'look', '{}'),
      ended('tool_calls'),
    ]
    expect(whole(chunks)).to.deep.equal(finalResponse(streamed(chunks)))
  })
})
