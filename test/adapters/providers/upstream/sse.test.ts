import { expect } from 'chai'
import { ParseError } from 'eventsource-parser'
import fc from 'fast-check'
import { sseReader } from '../../../../src/adapters/providers/upstream/sse.ts'
import type { SseEvent } from '../../../../src/adapters/providers/upstream/sse.ts'

const readAll = (packets: readonly Buffer[]): readonly SseEvent[] => {
  const reader = sseReader(1_000)
  return [...packets.flatMap((packet) => reader.feed(packet) ?? []), ...reader.flush()]
}

const WIRE = Buffer.from(
  '\uFEFF: keep-alive\n\ndata: {"a":"привет 🎉"}\r\n\r\n: OPENROUTER PROCESSING\n\nevent: error\ndata: x\n\nid: 1\nretry: 5\ndata:y\rdata: z\r\rdata: [DONE]',
)

const EVENTS: readonly SseEvent[] = [
  { name: null, data: '{"a":"привет 🎉"}' },
  { name: 'error', data: 'x' },
  { name: null, data: 'y\nz' },
  { name: null, data: '[DONE]' },
]

describe('sseReader', () => {
  it('reads past comments, a BOM and every kind of line end, to an unclosed last event', () => {
    expect(readAll([WIRE])).to.deep.equal(EVENTS)
  })

  it('reads the same whatever byte the stream is split at', () => {
    for (let at = 0; at <= WIRE.length; at += 1) {
      expect(readAll([WIRE.subarray(0, at), WIRE.subarray(at)]), `split at ${at}`).to.deep.equal(EVENTS)
    }
  })

  it('reads the same in any packets', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(WIRE.length), { maxLength: 20 }), (offsets) => {
        const cuts = [0, ...offsets.toSorted((a, b) => a - b), WIRE.length]
        const packets = cuts.slice(1).map((end, index) => WIRE.subarray(cuts[index], end))
        expect(readAll(packets)).to.deep.equal(EVENTS)
      }),
    )
  })

  it('gives up on an event beyond its bound, once and for good', () => {
    const reader = sseReader(100)
    const before = { name: null, data: 'a' }
    expect(reader.feed(Buffer.from(`data: a\n\ndata: ${'x'.repeat(60)}`))).to.deep.equal([before])
    expect(reader.hasOverflown()).to.equal(false)
    expect(reader.feed(Buffer.from('x'.repeat(60)))).to.deep.equal([])
    expect(reader.hasOverflown()).to.equal(true)
    expect(reader.feed(Buffer.from('\n\ndata: y\n\n'))).to.deep.equal([])
    expect(reader.flush()).to.deep.equal([])
    const atOnce = sseReader(100)
    expect(atOnce.feed(Buffer.from(`data: a\n\ndata: ${'x'.repeat(120)}`))).to.deep.equal([before])
    expect(atOnce.hasOverflown()).to.equal(true)
  })

  it('holds many small events of one packet that together exceed the bound', () => {
    const packet = Buffer.from('data: 0123456789\n\n'.repeat(100))
    expect(sseReader(100).feed(packet)).to.have.length(100)
  })

  it('makes no error for lines without a known field, of which each would take a stack', () => {
    let made = 0
    const note = (): void => {
      made += 1
    }
    Object.defineProperty(ParseError.prototype, 'type', { set: note, configurable: true })
    try {
      for (const line of ['a\n', 'a:\n', 'retry:x\n', 'a\r\n', 'retry:x\r']) {
        const reader = sseReader(1_000_000)
        const lines = Buffer.from(line.repeat(1_000))
        expect(reader.feed(lines), line).to.deep.equal([])
        expect(reader.feed(Buffer.from('\n\ndata: x\n\n')), line).to.deep.equal([{ name: null, data: 'x' }])
      }
    } finally {
      Reflect.deleteProperty(ParseError.prototype, 'type')
    }
    expect(made).to.equal(0)
  })

  it('is empty once more has come without an event than the largest event may have, whatever the lines are', () => {
    for (const line of ['a\n', 'retry:x\n', ': here\n\n', '\n', 'event: a\n\n', 'id: 1\r\n']) {
      const reader = sseReader(1_000)
      const lines = Buffer.from(line.repeat(50))
      const packets = Math.ceil(1_001 / lines.length)
      for (let packet = 1; packet < packets; packet += 1) {
        reader.feed(lines)
        expect(reader.isEmpty(), line).to.equal(false)
      }
      reader.feed(Buffer.from('\n\ndata: x\n\n'))
      for (let packet = 1; packet <= packets; packet += 1) reader.feed(lines)
      expect([reader.isEmpty(), reader.hasOverflown()], line).to.deep.equal([true, false])
    }
  })
})
