import { expect } from 'chai'
import { topLevelFields } from '../../../../../src/adapters/http/body/top-level-fields.ts'
import { longCacheOf } from '../../../../../src/adapters/http/messages/request/long-cache.ts'

const USUAL = { type: 'ephemeral' }
const HOUR = { type: 'ephemeral', ttl: '1h' }

const foundIn = (text: string) => longCacheOf(topLevelFields(text, JSON.parse(text)))

const found = (given: object) =>
  foundIn(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...given }))

const marked = (mark: object) => [{ role: 'user', content: [{ type: 'text', text: 'x', cache_control: mark }] }]

describe('the longest cache that a message asks for', () => {
  it('is found wherever the mark stands', () => {
    const result = {
      type: 'tool_result',
      tool_use_id: 'a',
      content: [{ type: 'text', text: 'x', cache_control: HOUR }],
    }
    for (const given of [
      { cache_control: HOUR },
      { system: [{ type: 'text', text: 'x', cache_control: HOUR }] },
      { tools: [{ name: 'f', input_schema: {}, cache_control: HOUR }] },
      { messages: marked(HOUR) },
      { messages: [{ role: 'user', content: [result] }] },
      { system: [{ type: 'text', text: 'x', cache_control: USUAL }], messages: marked(HOUR) },
    ]) {
      expect(found(given), JSON.stringify(given)).to.deep.equal({ path: 'cache_control.ttl', life: '1h' })
    }
  })

  it('is found where the name of the mark is written with escapes', () => {
    const text = '{"system":[{"type":"text","text":"x","cache\\u005Fcontrol":{"ttl":"1h"}}]}'
    expect(foundIn(text)).to.deep.equal({ path: 'cache_control.ttl', life: '1h' })
    expect(foundIn('{"cach\\u0065_control":{"ttl":"1h"}}')).to.deep.equal({ path: 'cache_control.ttl', life: '1h' })
  })

  it('is none where every mark is usual, and where a text only speaks of it', () => {
    expect(found({})).to.equal(null)
    expect(found({ messages: marked(USUAL) })).to.equal(null)
    expect(found({ messages: marked({ ...USUAL, ttl: '5m' }) })).to.equal(null)
    expect(found({ messages: marked({ ...USUAL, ttl: null }) })).to.equal(null)
    expect(found({ system: '{"cache_control":{"ttl":"1h"}}' })).to.equal(null)
  })

  it('is no usual one where its life is none of the words for it', () => {
    expect(found({ messages: marked({ ...USUAL, ttl: 60 }) })).to.deep.include({ life: '60' })
  })
})
