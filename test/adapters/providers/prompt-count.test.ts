import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { anthropicChat } from '../../../src/adapters/providers/anthropic/chat-provider.ts'
import { googleChat } from '../../../src/adapters/providers/google/chat/chat-provider.ts'
import { openAiCompatibleChat } from '../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { chatCount } from '../../../src/adapters/providers/openai/count-wires.ts'
import { openAiResponses } from '../../../src/adapters/providers/openai/responses/responses-wire.ts'
import { upstreamHttp } from '../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatCall, ChatProvider } from '../../../src/application/ports/providers/chat-provider.ts'
import type { NativeWire } from '../../../src/domain/catalog/model.ts'
import { chatCall, nativeFields } from '../../support/chat/chat-calls.ts'
import { TINY_PDF_URL } from '../../support/media/tiny-pdf.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText } from '../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../twins/media/memory-url-fetcher.ts'

const DATA = TINY_PDF_URL.slice(TINY_PDF_URL.indexOf(',') + 1)
const FILE = { file_data: TINY_PDF_URL, filename: 'a.pdf' }
const TOOL = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

const asked = chatCall({
  request: {
    messages: [
      { role: 'system', content: 'be short' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'read' },
          { type: 'file', file: FILE },
        ],
      },
    ],
    max_tokens: 9,
    temperature: 0,
    tools: [TOOL],
  },
})

const asNative = (wire: NativeWire, fields: Readonly<Record<string, string>>): ChatCall => ({
  ...asked,
  native: { wire, fields: nativeFields(fields), bytes: 0, headers: {}, isTranslatable: true },
})

describe('the count of a prompt by its provider', () => {
  let upstream: ScriptedUpstream
  let anthropic: ChatProvider
  let openai: ChatProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    const connection = { baseUrl: upstream.baseUrl, apiKey: 'sk', http, fetcher: memoryUrlFetcher(new Map()) }
    anthropic = anthropicChat(connection)
    openai = openAiCompatibleChat({ ...connection, dialect: 'openai', native: openAiResponses, count: chatCount })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const countOf = async (provider: ChatProvider, call: ChatCall) => {
    upstream.next(answersJson({ input_tokens: 2_347 }))
    expect(await provider.count?.(call)).to.deep.equal(right(2_347))
    const { path, body, headers } = upstream.requests.at(-1) ?? {}
    return { path, body, headers }
  }

  it('is asked of Anthropic with all that stands in the prompt, and with nothing that it refuses there', async () => {
    const { path, body, headers } = await countOf(anthropic, asked)
    expect(path).to.equal('/v1/messages/count_tokens')
    expect(headers).to.include({ 'x-api-key': 'sk', 'anthropic-version': '2023-06-01' })
    const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: DATA } }
    expect(body).to.have.all.keys('model', 'messages', 'system', 'tools')
    expect(body)
      .to.have.nested.property('messages[0].content')
      .that.deep.equals([
        { type: 'text', text: 'read' },
        { ...document, title: 'a.pdf' },
      ])
  })

  it('is asked of Anthropic in the words of a client of its own', async () => {
    const messages = `[{"role":"user","content":[{"type":"document","citations":{"enabled":true},"source":{"type":"base64","media_type":"application/pdf","data":"${DATA}"}}]}]`
    const fields = {
      model: '"a/b"',
      max_tokens: '9',
      messages,
      stop_sequences: '["x"]',
      thinking: '{"type":"adaptive"}',
    }
    const { path, body } = await countOf(anthropic, asNative('messages', fields))
    expect(path).to.equal('/v1/messages/count_tokens')
    expect(body).to.deep.equal({
      model: 'm',
      messages: JSON.parse(messages) as unknown,
      thinking: { type: 'adaptive' },
    })
  })

  it('is asked of OpenAI with every text of a chat and the file, as one message of the user', async () => {
    const { path, body } = await countOf(openai, asked)
    expect(path).to.equal('/v1/responses/input_tokens')
    const text = (words: string) => ({ type: 'input_text', text: words })
    expect(body).to.have.all.keys('model', 'input')
    expect(body)
      .to.have.nested.property('input[0].content')
      .that.deep.equals([
        text('be short'),
        text('{"role":"system"}'),
        text('{"type":"text","text":"read"}'),
        { type: 'input_file', ...FILE },
        text('{"role":"user"}'),
        text(JSON.stringify({ max_tokens: 9, temperature: 0, tools: [TOOL] })),
      ])
  })

  it('is asked of OpenAI with the images of a chat, each at the detail at which it will be read', async () => {
    const image = (more: object) => ({ type: 'image_url', image_url: { url: 'https://example.com/a.png', ...more } })
    const content = [image({}), image({ detail: 'low' })]
    const { body } = await countOf(openai, chatCall({ request: { messages: [{ role: 'user', content }] } }))
    const counted = { type: 'input_image', image_url: 'https://example.com/a.png' }
    expect(body)
      .to.have.nested.property('input[0].content')
      .that.includes.deep.members([
        { ...counted, detail: 'auto' },
        { ...counted, detail: 'low' },
      ])
  })

  it('is asked of OpenAI in the words of a client of its own', async () => {
    const input = `[{"role":"user","content":[{"type":"input_file","filename":"a.pdf","file_data":"${TINY_PDF_URL}"}]}]`
    const fields = { model: '"a/b"', input, instructions: '"be short"', top_p: '1.0', metadata: '{"a":"b"}' }
    const { path, body } = await countOf(openai, asNative('responses', fields))
    expect(path).to.equal('/v1/responses/input_tokens')
    expect(body).to.deep.equal({ model: 'm', input: JSON.parse(input) as unknown, instructions: 'be short' })
  })

  it('is a failure where the provider gives none', async () => {
    for (const script of [answersJson({}), answersText('<html>'), answersJson({ error: { message: 'x' } }, 400)]) {
      upstream.next(script)
      expect(await anthropic.count?.(asked)).to.have.property('_tag', 'Left')
    }
  })

  it('is absent where a provider has none', () => {
    const connection = { baseUrl: upstream.baseUrl, apiKey: null, http, fetcher: memoryUrlFetcher(new Map()) }
    for (const provider of [openAiCompatibleChat(connection), googleChat(connection)]) {
      expect(provider).to.not.have.property('count')
    }
  })
})
