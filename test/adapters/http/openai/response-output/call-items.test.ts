import { expect } from 'chai'
import { finalResponse, shapeOf } from '../../../../support/responses/response-events.ts'
import { translated } from '../../../../support/responses/translated.ts'
import { chunk, ended, streamed } from '../../../../support/responses/written.ts'

const PATCH = '*** Begin Patch\n*** Add File: a.txt\n+"one" \\ two\n*** End Patch'

const applyPatch = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files.',
  format: { type: 'grammar', syntax: 'lark', definition: 'start: begin_patch hunk+ end_patch' },
}

const functionsOf = (tools: readonly unknown[]) =>
  (translated({ tools }).request.tools ?? []).map((tool) => tool['function'] as Readonly<Record<string, unknown>>)

/** The items that a call of one tool, by its name at the provider, comes to. */
const calledItem = (tools: readonly unknown[], name: string, text: string) =>
  finalResponse(
    streamed(
      [
        chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: text } }] }),
        ended('tool_calls'),
      ],
      { tools },
    ),
  ).output[0]

describe('tools of a response', () => {
  it('are functions with the same schema', () => {
    const parameters = { type: 'object', properties: { at: { type: 'string' } } }
    expect(functionsOf([{ type: 'function', name: 'look', description: 'd', parameters, strict: true }])).to.deep.equal(
      [{ name: 'look', description: 'd', parameters, strict: true }],
    )
  })

  it('are wrapped as functions of one text where they are custom, with the grammar in words', () => {
    const [wrapped] = functionsOf([applyPatch])
    expect(wrapped).to.have.nested.property('parameters.properties.input.type', 'string')
    expect(wrapped?.['description']).to.match(/Edits files\.[^]*lark[^]*start: begin_patch/)
  })

  it('come back as the raw text that the model gave, never as JSON', () => {
    const texts = [JSON.stringify({ input: PATCH }), JSON.stringify({ patch: PATCH }), JSON.stringify(PATCH), PATCH]
    for (const text of texts) {
      expect(calledItem([applyPatch], 'apply_patch', text)).to.deep.include({
        type: 'custom_tool_call',
        call_id: 'call_1',
        name: 'apply_patch',
        input: PATCH,
      })
    }
  })

  it('come back under their names where the provider says these behind the arguments', () => {
    const piece = (index: number, called: object) => chunk({ tool_calls: [{ index, function: called }] })
    const events = streamed([
      piece(0, { arguments: '{"at":' }),
      piece(0, { arguments: '1}' }),
      piece(1, { arguments: '{}' }),
      piece(1, { name: 'wait' }),
      piece(0, { name: 'lo' }),
      piece(0, { name: 'ok' }),
      ended('tool_calls'),
    ])
    const { output } = finalResponse(events)
    const called = output.map(({ name, arguments: given }) => [name, given])
    expect(called).to.deep.equal([
      ['look', '{"at":1}'],
      ['wait', '{}'],
    ])
    expect(shapeOf(events).filter((type) => type === 'function_call_arguments.delta')).to.have.length(2)
  })

  it('stream the text of a custom call', () => {
    const events = streamed(
      [
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'apply_patch', arguments: '{"input":"a' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'b"}' } }] }),
        ended('tool_calls'),
      ],
      { tools: [applyPatch] },
    )
    expect(shapeOf(events).slice(2)).to.deep.equal([
      'output_item.added',
      'custom_tool_call_input.delta',
      'custom_tool_call_input.done',
      'output_item.done',
      'completed',
    ])
    const deltas = events.filter(({ type }) => type.endsWith('.delta')).map((event) => event['delta'])
    expect(deltas.join('')).to.equal('ab')
    expect(finalResponse(events).output[0]?.id).to.match(/^ctc_/)
  })

  it('keep what came of a text that was cut off', () => {
    for (const [text, input] of [
      ['{"input":"one\\ntw', 'one\ntw'],
      ['{"input":"one\\', 'one'],
      ['{"input":"one\\u00e', 'one'],
      ['{"input":"', ''],
    ] as const) {
      expect(calledItem([applyPatch], 'apply_patch', text)).to.deep.include({ input })
    }
  })

  it('are found inside a namespace by their own name, and come back with both', () => {
    const tools = [
      {
        type: 'namespace',
        name: 'mcp__files',
        description: 'd',
        tools: [{ type: 'function', name: 'read' }, applyPatch],
      },
      { type: 'namespace', name: 'mcp__mail', description: 'd', tools: [{ type: 'function', name: 'read' }] },
    ]
    const names = functionsOf(tools).map(({ name }) => String(name))
    expect(names).to.deep.equal(['mcp__files__read', 'mcp__files__apply_patch', 'mcp__mail__read'])
    const common = { call_id: 'call_1', namespace: 'mcp__files' }
    expect(calledItem(tools, 'mcp__files__read', '{}')).to.deep.include({
      ...common,
      type: 'function_call',
      name: 'read',
    })
    for (const name of ['mcp__files__apply_patch', 'apply_patch']) {
      expect(calledItem(tools, name, JSON.stringify({ input: PATCH }))).to.deep.include({
        ...common,
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: PATCH,
      })
    }
    expect(calledItem(tools, 'mcp__mail__read', '{}')).to.deep.include({ name: 'read', namespace: 'mcp__mail' })
  })

  it('stay functions where a client declares them so', () => {
    const tools = [{ type: 'function', name: 'apply_patch', parameters: { type: 'object', properties: {} } }]
    expect(calledItem(tools, 'apply_patch', '{"input":"x"}')).to.deep.include({
      type: 'function_call',
      name: 'apply_patch',
      arguments: '{"input":"x"}',
    })
  })

  it('have a name each that every provider takes, the same in every turn', () => {
    const long = 'n'.repeat(60)
    const tools = [
      { type: 'function', name: 'a__b' },
      {
        type: 'namespace',
        name: 'a',
        tools: [
          { type: 'function', name: 'b' },
          { type: 'function', name: 'имя' },
        ],
      },
      {
        type: 'namespace',
        name: long,
        tools: [
          { type: 'function', name: 'one' },
          { type: 'function', name: 'two' },
        ],
      },
      { type: 'custom', name: 'a__b' },
    ]
    const names = functionsOf(tools).map(({ name }) => String(name))
    expect(new Set(names).size).to.equal(tools.length + 2)
    for (const name of names) expect(name).to.match(/^[\w-]{1,64}$/)
    expect(functionsOf(tools).map(({ name }) => name)).to.deep.equal(names)
  })

  it('keep their names for calls of earlier turns', () => {
    const tools = [{ type: 'namespace', name: 'ns', tools: [{ type: 'function', name: 'read' }] }]
    const input = [
      { type: 'function_call', call_id: 'c', name: 'read', namespace: 'ns', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
    ]
    const [asked] = translated({ tools, input }).request.messages
    expect(asked?.tool_calls?.[0]?.function.name).to.equal('ns__read')
  })

  it('are chosen by their own names', () => {
    const tools = [{ type: 'function', name: 'look' }, applyPatch, { type: 'function', name: 'listen' }]
    const choiceOf = (choice: unknown) => {
      const { request } = translated({ tools, tool_choice: choice })
      return [request.tool_choice, request.tools?.length]
    }
    expect(choiceOf('required')).to.deep.equal(['required', 3])
    expect(choiceOf({ type: 'custom', name: 'apply_patch' })).to.deep.equal([
      { type: 'function', function: { name: 'apply_patch' } },
      3,
    ])
    const two = [
      { type: 'function', name: 'look' },
      { type: 'function', name: 'listen' },
    ]
    expect(choiceOf({ type: 'allowed_tools', mode: 'required', tools: two })).to.deep.equal(['required', 2])
  })

  it('are not parsed before their end where they hold more values than a body may', () => {
    const called = (index: number, text: string) =>
      chunk({ tool_calls: [{ index, id: `call_${index}`, function: { name: 'look', arguments: text } }] })
    const orderOf = (values: number): readonly string[] => {
      const text = `{"a":[${'0,'.repeat(values)}0]}`
      const events = streamed([called(0, text), called(1, '{}'), ended('tool_calls')])
      return events.flatMap(({ type, output_index: index }) => {
        const [, step] = /^response\.output_item\.(added|done)$/.exec(String(type)) ?? []
        return step === undefined ? [] : [`${step} ${String(index)}`]
      })
    }
    expect(orderOf(10)).to.deep.equal(['added 0', 'done 0', 'added 1', 'done 1'])
    expect(orderOf(200_000)).to.deep.equal(['added 0', 'added 1', 'done 0', 'done 1'])
  })
})
