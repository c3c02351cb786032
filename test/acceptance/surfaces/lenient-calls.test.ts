import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventsIn, SURFACES } from '../../support/surfaces/surface-calls.ts'
import type { Seen } from '../../support/surfaces/surface-calls.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { startScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import type { ScriptedWorld } from '../../support/upstreams/scripted-world.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  streams,
  usage,
  usageChunk,
} from '../../support/upstreams/upstream-scripts.ts'

const TOOLS = [{ name: 'look', schema: { type: 'object', properties: { at: { type: 'integer' } } } }]

/** A call as servers that are not careful send it: no list, no id, arguments that are no text. */
const CALL = { function: { name: 'look', arguments: { at: 1 } } }

describe('calls of tools that an upstream sends in a form of its own', () => {
  let scripted: ScriptedWorld
  let upstream: ScriptedUpstream
  let customer: Customer

  before(async () => {
    scripted = await startScriptedWorld(['m'], { m: { capabilities: ['tools'] } })
    upstream = scripted.upstream
    customer = await scripted.world.customer(scripted.gateway.url, '100')
  })
  after(() => scripted.remove())

  const ask = async (surface: keyof typeof SURFACES, stream: boolean): Promise<Seen> => {
    const { path, bodyOf, readWhole, readStream } = SURFACES[surface]
    const response = await fetch(scripted.gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf({ model: 'scripted/m', text: 'look', stream, tools: TOOLS })),
    })
    const text = await response.text()
    expect(response.status, text).to.equal(200)
    return stream ? readStream(eventsIn(text)) : readWhole(JSON.parse(text) as Readonly<Record<string, unknown>>)
  }

  for (const surface of ['chat', 'responses', 'messages'] as const) {
    it(`are calls to a client of ${surface}, whole and in a stream, though its end is a stop`, async () => {
      upstream.next(answersJson(completion({ content: 'so', tool_calls: CALL })))
      const whole = await ask(surface, false)
      const called = [chunk({ content: 'so' }), chunk({ tool_calls: CALL }), chunk({}, 'stop'), usageChunk(usage(3, 2))]
      upstream.next(streams([called.map(frame).join(''), DONE]))
      const streamed = await ask(surface, true)
      upstream.next(streams([called.map(frame).join('')]))
      const closed = await ask(surface, true)
      for (const seen of [whole, streamed, closed]) {
        expect(seen).to.deep.equal({ text: 'so', calls: [['look', { at: 1 }]], end: 'tools' })
      }
    })
  }
})
