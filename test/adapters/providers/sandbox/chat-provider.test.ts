import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { sandboxChat } from '../../../../src/adapters/providers/sandbox/chat-provider.ts'
import type { Sleep } from '../../../../src/adapters/providers/sandbox/sleep.ts'
import type { ChatRequest } from '../../../../src/domain/chat/request.ts'
import { foldChunks } from '../../../../src/domain/chat/answers/fold.ts'
import { openAiSchema } from '../../../support/documents/openai-schemas.ts'
import { chatCall, collect, streamOutcome, textOfChunks } from '../../../support/chat/chat-calls.ts'

const sleepless: Sleep = (_, signal) => Promise.resolve(signal?.aborted === true ? 'aborted' : 'slept')

const sandbox = sandboxChat({ sleep: sleepless })

type Given = Partial<ChatRequest> & Readonly<Record<string, unknown>>

const answer = async (upstreamModel: string, request: Given = {}) => {
  const outcome = await sandbox.complete(chatCall({ upstreamModel, request }))
  if (isLeft(outcome)) throw new Error(outcome.left.tag)
  return outcome.right.completion
}

const prompt = (text: string, more: Given = {}): Given => ({ messages: [{ role: 'user', content: text }], ...more })

const failureOf = async (upstreamModel: string, request: Given = {}): Promise<string> => {
  const outcome = await sandbox.complete(chatCall({ upstreamModel, request }))
  return isLeft(outcome) ? outcome.left.tag : 'answered'
}

describe('sandboxChat', () => {
  describe('echo', () => {
    it('repeats the last user message and counts words', async () => {
      const messages: ChatRequest['messages'] = [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: '  one\ttwo\n three ' },
      ]
      const { choices, usage } = await answer('echo', { messages })
      expect(choices).to.deep.equal([
        { index: 0, message: { role: 'assistant', content: '  one\ttwo\n three ' }, finish_reason: 'stop' },
      ])
      expect(usage).to.include({ promptTokens: 7, completionTokens: 3 })
    })

    it('joins the texts of parts and takes images', async () => {
      const content = [
        { type: 'text', text: 'one ' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        { type: 'text', text: 'two' },
      ]
      const { choices, usage } = await answer('echo', { messages: [{ role: 'user', content }] })
      expect(choices[0]?.message.content).to.equal('one two')
      expect(usage).to.include({ promptTokens: 2, completionTokens: 2 })
    })

    it('tells how likely each word was where that is asked, whole and word by word', async () => {
      const request = prompt('one two three', { logprobs: true, top_logprobs: 2, max_tokens: 2 })
      const { choices } = await answer('echo', request)
      const logprobs = choices[0]?.logprobs as { content: { token: string }[]; refusal: null }
      expect(logprobs.content.map(({ token }) => token)).to.deep.equal(['one', ' two'])
      const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
      expect(foldChunks(chunks).choices[0]?.logprobs).to.deep.equal(logprobs)
      openAiSchema('CreateChatCompletionResponse')?.({
        id: 'a',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ ...choices[0], message: { ...choices[0]?.message, refusal: null } }],
      })
    })

    it('tells no probability unasked, and none of a call or a refusal', async () => {
      const tools = [{ type: 'function', function: { name: 'f' } }]
      for (const [model, given] of [
        ['echo', {}],
        ['echo', { logprobs: false, top_logprobs: 2 }],
        ['echo', { logprobs: true, tools, tool_choice: 'required' }],
        ['refuse', { logprobs: true }],
      ] as const) {
        const { choices } = await answer(model, prompt('one', given))
        expect(choices[0], JSON.stringify(given)).not.to.have.property('logprobs')
      }
    })

    it('ends at the token limit, under both of its names', async () => {
      for (const limit of [{ max_tokens: 2 }, { max_completion_tokens: 2 }]) {
        const { choices, usage } = await answer('echo', prompt('one two three', limit))
        expect(choices[0]).to.deep.include({ finish_reason: 'length' })
        expect(choices[0]?.message.content).to.equal('one two')
        expect(usage).to.include({ promptTokens: 3, completionTokens: 2 })
      }
      expect((await answer('echo', prompt('one two', { max_tokens: 2 }))).choices[0]?.finish_reason).to.equal('stop')
    })

    it('gives n choices and counts them all', async () => {
      const { choices, usage } = await answer('echo', prompt('one two', { n: 3 }))
      expect(choices.map(({ index, message }) => [index, message.content])).to.deep.equal([
        [0, 'one two'],
        [1, 'one two'],
        [2, 'one two'],
      ])
      expect(usage).to.include({ promptTokens: 2, completionTokens: 6 })
    })

    it('answers nothing to nothing', async () => {
      const { choices } = await answer('echo', { messages: [{ role: 'system', content: 'x' }] })
      expect(choices[0]).to.deep.include({ message: { role: 'assistant', content: '' }, finish_reason: 'stop' })
    })

    it('streams a role, then a chunk a word, and folds to the whole answer', async () => {
      const request = prompt(' one  two\nthree ', { n: 2 })
      const { chunks, failure } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
      expect(failure).to.equal(null)
      expect(chunks.map(({ choices }) => choices[0]?.delta)).to.deep.equal([
        { role: 'assistant', content: '' },
        { content: ' one' },
        { content: '  two' },
        { content: '\nthree ' },
        {},
        undefined,
      ])
      const whole = await answer('echo', request)
      const folded = foldChunks(chunks)
      expect(folded.usage).to.deep.equal(whole.usage)
      expect(folded.choices.map(({ message }) => message.content)).to.deep.equal([
        ' one  two\nthree ',
        ' one  two\nthree ',
      ])
    })

    it('reads a megabyte of spaces, over which a quadratic pattern would take minutes', async () => {
      const text = ' '.repeat(1_000_000)
      expect((await answer('echo', prompt(text))).choices[0]?.message.content).to.equal(text)
    })
  })

  describe('a long word', () => {
    const spaces = prompt(`one ${' '.repeat(3_000_000)}two`)

    it('is repeated in every choice while that is no more than the longest request', async () => {
      const ten = await answer('echo', { ...spaces, n: 10 })
      expect(ten.choices.map(({ message }) => message.content?.length)).to.deep.equal(Array(10).fill(3_000_007))
      const { choices, usage } = await answer('echo', { ...spaces, n: 16 })
      expect(choices).to.have.lengthOf(16)
      expect(choices[15]).to.deep.include({ message: { role: 'assistant', content: 'one' }, finish_reason: 'length' })
      expect(usage).to.include({ completionTokens: 16 })
    })

    it('is left out where its probability is asked for: as a list of bytes it would be many times as long', async () => {
      const asked = { ...spaces, logprobs: true, top_logprobs: 20 }
      const { choices } = await answer('echo', asked)
      expect(choices[0]).to.deep.include({ message: { role: 'assistant', content: 'one' }, finish_reason: 'length' })
      expect(JSON.stringify(choices).length).to.be.lessThan(10_000)
      const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request: asked }))
      expect(textOfChunks(chunks)).to.equal('one')
    })
  })

  describe('tools', () => {
    const tool = (name: string, parameters?: object) => ({ type: 'function', function: { name, parameters } })
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 }, note: { type: 'string' } },
      required: ['city', 'days'],
    }
    const tools = [tool('first'), tool('weather', schema)]
    const named = { type: 'function', function: { name: 'weather' } }

    it('calls the tool that is named, with arguments that its schema accepts', async () => {
      const { choices } = await answer('echo', { tools, tool_choice: named })
      expect(choices[0]).to.deep.include({ finish_reason: 'tool_calls' })
      const [call] = choices[0]?.message.tool_calls ?? []
      expect(call?.function).to.deep.equal({ name: 'weather', arguments: '{"city":"text","days":2}' })
      expect(choices[0]?.message.content).to.equal(null)
    })

    it('streams the same call', async () => {
      const request = { tools, tool_choice: named }
      const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
      const whole = await answer('echo', request)
      const folded = foldChunks(chunks)
      expect(folded.choices[0]?.message.tool_calls).to.deep.equal(whole.choices[0]?.message.tool_calls)
      expect(folded.choices[0]?.finish_reason).to.equal('tool_calls')
    })

    it('gives a tool of the type custom a text, whole and in pieces', async () => {
      const request = { tools: [{ type: 'custom', custom: { name: 'shell' } }], tool_choice: 'required' }
      const whole = await answer('echo', request)
      expect(whole.choices[0]).to.deep.include({ finish_reason: 'tool_calls' })
      const [call] = whole.choices[0]?.message.tool_calls ?? []
      expect(call).to.deep.include({ type: 'custom', function: { name: 'shell', arguments: 'echo sandbox' } })
      const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
      expect(foldChunks(chunks).choices[0]?.message.tool_calls).to.deep.equal([call])
    })

    it('calls the first tool where one is required, and none where it is free', async () => {
      const required = await answer('echo', { tools, tool_choice: 'required' })
      expect(required.choices[0]?.message.tool_calls?.[0]?.function.name).to.equal('first')
      for (const choice of ['auto', 'none', undefined, null]) {
        const free = await answer('echo', { tools, tool_choice: choice })
        expect(free.choices[0]?.message).to.not.have.property('tool_calls')
      }
    })

    it('calls an allowed tool', async () => {
      const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [named] } }
      const { choices } = await answer('echo', { tools, tool_choice: allowed })
      expect(choices[0]?.message.tool_calls?.[0]?.function.name).to.equal('weather')
    })

    const asked = { role: 'user', content: 'weather?' } as const
    const called = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }
    const round: ChatRequest['messages'] = [
      asked,
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
    ]

    it('answers with text after the result of a tool, even where one is required', async () => {
      for (const upstreamModel of ['echo', 'tools']) {
        for (const choice of ['required', 'auto', named, null]) {
          const { choices } = await answer(upstreamModel, { tools, tool_choice: choice, messages: round })
          expect(choices[0]).to.deep.include({ finish_reason: 'stop' })
          const content = upstreamModel === 'tools' ? 'weather: sunny' : 'sunny'
          expect(choices[0]?.message).to.deep.equal({ role: 'assistant', content })
        }
      }
    })

    it('are called by the model `tools` without being asked: once for each question, and never under none', async () => {
      for (const choice of ['auto', undefined, null]) {
        const first = await answer('tools', { tools, tool_choice: choice, messages: [asked] })
        expect(first.choices[0]?.message.tool_calls?.map((call) => call.function.name)).to.deep.equal(['weather'])
      }
      const never = await answer('tools', { tools, tool_choice: 'none', messages: [asked] })
      expect(never.choices[0]?.message.content).to.equal('weather?')
      const again = await answer('tools', {
        tools,
        messages: [...round, { role: 'assistant', content: 'sunny' }, asked],
      })
      expect(again.choices[0]?.finish_reason).to.equal('tool_calls')
      const without = await answer('tools', { messages: [asked] })
      expect(without.choices[0]?.message.content).to.equal('weather?')
    })

    it('are refused where no arguments can fit', async () => {
      expect(await failureOf('echo', { tools: [tool('first', { not: {} })], tool_choice: 'required' })).to.equal(
        'rejected',
      )
    })

    it('rejects a tool that is not there', async () => {
      expect(await failureOf('echo', { tools: [tool('first')], tool_choice: named })).to.equal('rejected')
    })
  })

  it('refuses a value that no provider takes, by the name of its field', async () => {
    const tools = [{ type: 'function', function: { name: 'first' } }]
    const wrong: readonly (readonly [string, string, Given])[] = [
      ['echo', 'response_format', { response_format: { type: 'yaml' } }],
      ['reasoning', 'reasoning_effort', { reasoning_effort: 'gigantic' }],
      ['echo', 'tool_choice', { tools, tool_choice: 'perhaps' }],
      ['echo', 'tool_choice', { tools, tool_choice: { type: 'function' } }],
    ]
    for (const [model, field, extra] of wrong) {
      const answered = await sandbox.complete(chatCall({ upstreamModel: model, request: prompt('x', extra) }))
      expect(isLeft(answered) && answered.left, field).to.include({ tag: 'rejected', param: field })
    }
    expect((await answer('echo', prompt('x', { reasoning_effort: 'gigantic' }))).choices).to.have.length(1)
    expect((await answer('reasoning', prompt('x', { reasoning_effort: 'xhigh' }))).choices).to.have.length(1)
  })

  describe('a format', () => {
    const format = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } })
    const weather = {
      type: 'object',
      properties: { city: { type: 'string' }, degrees: { type: 'integer' } },
      required: ['city', 'degrees'],
    }

    it('is answered by JSON that fits the schema, also in a stream', async () => {
      const request = prompt('the weather', { response_format: format(weather) })
      const { choices } = await answer('echo', request)
      expect(choices[0]?.message.content).to.equal('{"city":"text","degrees":1}')
      expect(choices[0]?.finish_reason).to.equal('stop')
      const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
      expect(chunks.length).to.be.above(3)
      expect(textOfChunks(chunks)).to.equal('{"city":"text","degrees":1}')
    })

    it('leaves an echo that fits as it is', async () => {
      const text = '{"city": "Oslo", "degrees": 4}'
      const { choices } = await answer('echo', prompt(text, { response_format: format(weather) }))
      expect(choices[0]?.message.content).to.equal(text)
    })

    it('of any object is answered by one, with the message in it', async () => {
      const anyObject = { response_format: { type: 'json_object' } }
      expect((await answer('echo', prompt('hi "you"', anyObject))).choices[0]?.message.content).to.equal(
        '{"content":"hi \\"you\\""}',
      )
      expect((await answer('echo', prompt('{"a": 1}', anyObject))).choices[0]?.message.content).to.equal('{"a": 1}')
    })

    it('that no value fits is refused, and so is one that is too long', async () => {
      const impossible = prompt('x', { response_format: format({ type: 'integer', minimum: 2, maximum: 1 }) })
      expect(await failureOf('echo', impossible)).to.equal('rejected')
      const long = prompt('x', { response_format: format({ description: 'x'.repeat(200_000) }) })
      expect(await failureOf('echo', long)).to.equal('rejected')
    })

    it('is cut at the token limit like any text', async () => {
      const { choices } = await answer('echo', prompt('x', { response_format: format(weather), max_tokens: 1 }))
      expect(choices[0]).to.deep.include({ finish_reason: 'length' })
    })
  })

  it('ends before a stop sequence, also in a stream', async () => {
    const request = prompt('one two three four', { stop: ['four', 'three'] })
    const { choices, usage } = await answer('echo', request)
    expect(choices[0]).to.deep.include({ finish_reason: 'stop' })
    expect(choices[0]?.message.content).to.equal('one two ')
    expect(usage).to.include({ completionTokens: 2 })
    const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'echo', request }))
    expect(textOfChunks(chunks)).to.equal('one two ')
  })

  it('echo-slow waits between chunks', async () => {
    const waits: number[] = []
    const slow = sandboxChat({
      chunkDelayMs: 50,
      sleep: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve('slept')
      },
    })
    const call = chatCall({ upstreamModel: 'echo-slow', request: prompt('one two') })
    expect(textOfChunks((await streamOutcome(slow, call)).chunks)).to.equal('one two')
    expect(waits).to.deep.equal([50, 50, 50, 50])
  })

  it('echo-slow stops when it is cancelled', async () => {
    const cancel = new AbortController()
    const stream = await sandboxChat({ chunkDelayMs: 60_000 }).stream(
      chatCall({ upstreamModel: 'echo-slow', signal: cancel.signal }),
    )
    if (isLeft(stream)) throw new Error(stream.left.message)
    setImmediate(() => cancel.abort())
    const { chunks, failure } = await collect(stream.right.chunks)
    expect([chunks.length, failure?.tag]).to.deep.equal([1, 'cut'])
  })

  it('error, refuse, no-usage, unknown', async () => {
    expect(await failureOf('error')).to.equal('server_error')
    expect(await failureOf('nonsense')).to.equal('misconfigured')
    const refused = await answer('refuse')
    expect(refused.choices[0]).to.deep.include({ finish_reason: 'content_filter' })
    expect(refused.choices[0]?.message.content).to.equal(null)
    expect(await answer('no-usage')).to.include({ usage: null })
    const streamed = await streamOutcome(sandbox, chatCall({ upstreamModel: 'no-usage' }))
    expect(foldChunks(streamed.chunks)).to.deep.include({ usage: null })
    const refusal = await streamOutcome(sandbox, chatCall({ upstreamModel: 'refuse' }))
    expect(foldChunks(refusal.chunks).choices[0]?.finish_reason).to.equal('content_filter')
  })

  it('cut breaks after a few chunks, and before any finish', async () => {
    expect(await failureOf('cut')).to.equal('cut')
    for (const [text, sent] of [
      ['one two three four five', 'one two three'],
      ['one', 'one'],
      ['', ''],
    ] as const) {
      const outcome = await streamOutcome(sandbox, chatCall({ upstreamModel: 'cut', request: prompt(text) }))
      expect([textOfChunks(outcome.chunks), outcome.failure?.tag]).to.deep.equal([sent, 'cut'])
      expect(foldChunks(outcome.chunks).choices[0]?.finish_reason).to.equal(null)
    }
  })

  it('hang ends as timed out, or when it is cancelled', async () => {
    const hanging = sandboxChat({ idleTimeoutMs: 20 })
    expect(await hanging.complete(chatCall({ upstreamModel: 'hang' }))).to.have.nested.property('left.tag', 'timed_out')
    const cancel = new AbortController()
    const outcome = sandboxChat().stream(chatCall({ upstreamModel: 'hang', signal: cancel.signal }))
    cancel.abort()
    expect(await outcome).to.have.nested.property('left.tag', 'cut')
  })
})
