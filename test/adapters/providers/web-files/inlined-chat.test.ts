import { expect } from 'chai'
import { isLeft, left } from 'fp-ts/lib/Either.js'
import { inlinedChat } from '../../../../src/adapters/providers/web-files/inlined-chat.ts'
import type { ChatCall, ChatProvider } from '../../../../src/application/ports/providers/chat-provider.ts'
import { chatCall, nativeFields } from '../../../support/chat/chat-calls.ts'
import { TINY_GIF, TINY_PNG } from '../../../support/media/tiny-images.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'

const web = memoryUrlFetcher(
  new Map([
    ['https://a.example.com/1.png', TINY_PNG],
    ['https://a.example.com/2.gif', TINY_GIF],
    ['https://a.example.com/page', new TextEncoder().encode('<html>')],
  ]),
)

const seeing = (...urls: readonly string[]): ChatCall =>
  chatCall({
    request: {
      messages: [
        { role: 'system', content: 'look' },
        {
          role: 'user',
          content: urls.map((url) => ({ type: 'image_url', image_url: { url, detail: 'low' } })),
        },
      ],
    },
  })

/** Keeps what it was asked, and answers nothing. */
const recording = (): { readonly asked: ChatCall[]; readonly provider: ChatProvider } => {
  const asked: ChatCall[] = []
  const refuse = (call: ChatCall) => {
    asked.push(call)
    return Promise.resolve(left({ tag: 'cut', message: '', upstreamRequestId: null } as const))
  }
  return { asked, provider: { ignoredFields: () => [], complete: refuse, stream: refuse } }
}

const urlsIn = (call: ChatCall | undefined): readonly unknown[] => {
  const content = call?.request.messages[1]?.content
  return Array.isArray(content) ? content.map(({ image_url }: { image_url?: unknown }) => image_url) : []
}

/** A call in the client's own words. */
const spoken = (messages: unknown, isTranslatable = true, others: Readonly<Record<string, string>> = {}): ChatCall => ({
  ...seeing('https://a.example.com/1.png'),
  native: {
    wire: 'messages',
    fields: nativeFields({ messages: JSON.stringify(messages), ...others }),
    headers: {},
    bytes: 0,
    isTranslatable,
  },
})

describe('a provider inside the operator’s network', () => {
  it('is given the bytes of an image, and no address to fetch from', async () => {
    const { asked, provider } = recording()
    const inside = inlinedChat(provider, web)
    const call = seeing('https://a.example.com/1.png', 'data:image/png;base64,AA==', 'https://a.example.com/2.gif')
    await inside.complete(call)
    await inside.stream(call)
    const expected = [
      { url: `data:image/png;base64,${Buffer.from(TINY_PNG).toString('base64')}`, detail: 'low' },
      { url: 'data:image/png;base64,AA==', detail: 'low' },
      { url: `data:image/gif;base64,${Buffer.from(TINY_GIF).toString('base64')}`, detail: 'low' },
    ]
    expect(asked.map(urlsIn)).to.deep.equal([expected, expected])
  })

  it('is given a call without an image to fetch as it came', async () => {
    const { asked, provider } = recording()
    const [text, data] = [chatCall(), seeing('data:image/png;base64,AA==')]
    await inlinedChat(provider, web).complete(text)
    await inlinedChat(provider, web).stream(data)
    expect(asked[0]).to.equal(text)
    expect(asked[1]).to.equal(data)
  })

  it('is asked in the client’s own words where they name no address to fetch from, and else as chat', async () => {
    const { asked, provider } = recording()
    const inside = inlinedChat(provider, web)
    const local = [{ text: 'see https://a.example.com' }, { image_url: 'data:image/png;base64,AA==' }]
    const remote = [{ content: [{ source: { type: 'url', URL: 'https://a.example.com/1.png' } }] }]
    await inside.complete(spoken(local))
    await inside.stream(spoken(remote))
    expect(asked.map(({ native }) => native !== undefined)).to.deep.equal([true, false])
    expect(await inside.complete(spoken(remote, false))).to.have.nested.property('left.param', 'messages')
    expect(asked).to.have.lengthOf(2)
  })

  it('is asked in the client’s own words where an address in them is none of a file', async () => {
    const { asked, provider } = recording()
    const url = 'https://a.example.com'
    const turns = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'fetch', input: { url } }] },
      { role: 'assistant', content: [{ type: 'text', text: 'a', citations: [{ type: 'char_location', url }] }] },
      {
        role: 'assistant',
        content: [{ type: 'output_text', text: 'a', annotations: [{ type: 'url_citation', url }] }],
      },
    ]
    for (const turn of turns) await inlinedChat(provider, web).complete(spoken([turn]))
    await inlinedChat(provider, web).stream(spoken([], true, { metadata: JSON.stringify({ url }) }))
    const result = { type: 'tool_result', content: [{ type: 'image', source: { type: 'url', url } }] }
    await inlinedChat(provider, web).complete(spoken([{ role: 'user', content: [result] }], false))
    expect(asked.map(({ native }) => native !== undefined)).to.deep.equal([true, true, true, true])
  })

  it('is not asked where an image cannot be had, or is none', async () => {
    const { asked, provider } = recording()
    const inside = inlinedChat(provider, web)
    const codeOf = async (url: string): Promise<unknown> => {
      const answer = await inside.complete(seeing('https://a.example.com/1.png', url))
      return isLeft(answer) && answer.left.tag === 'rejected' ? [answer.left.code, answer.left.param] : answer
    }
    const param = 'messages.1.content.1.image_url.url'
    expect(await codeOf('https://a.example.com/none.png')).to.deep.equal(['url_not_fetchable', param])
    expect(await codeOf('https://a.example.com/page')).to.deep.equal(['invalid_image', param])
    expect(await codeOf('http://[fd00::1]/')).to.deep.equal(['unsafe_url', param])
    expect(asked).to.deep.equal([])
  })

  it('does not make the gateway fetch any number of images', async () => {
    const { asked, provider } = recording()
    const urls = Array.from({ length: 33 }, (_, index) => `https://a.example.com/1.png?${index}`)
    const answer = await inlinedChat(provider, web).complete(seeing(...urls))
    expect(answer).to.have.nested.property('left.param', 'messages.1.content.32.image_url.url')
    expect(asked).to.deep.equal([])
  })
})
