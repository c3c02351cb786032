import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import sinon from 'sinon'
import type { SinonFakeTimers } from 'sinon'
import { incomingBody } from '../../../../src/adapters/providers/upstream/incoming-body.ts'

describe('incomingBody', () => {
  let clock: SinonFakeTimers

  beforeEach(() => {
    clock = sinon.useFakeTimers()
  })
  afterEach(() => clock.restore())

  it('breaks a released body off that does not end within a second', () => {
    const body = incomingBody()
    const breakOff = sinon.spy()
    body.attach({} as never, breakOff)
    body.release()
    clock.tick(999)
    expect(breakOff.callCount).to.equal(0)
    clock.tick(1)
    expect(breakOff.callCount).to.equal(1)
  })

  it('waits no longer for a released body that has ended, so that nothing keeps its call in memory', () => {
    const body = incomingBody()
    body.release()
    expect(clock.countTimers()).to.equal(1)
    body.end(null)
    expect(clock.countTimers()).to.equal(0)
  })

  it('gives what came before the end, then null', async () => {
    const body = incomingBody()
    body.push(Buffer.from('a'))
    body.push(Buffer.from('b'))
    body.end(null)
    expect(await body.read()).to.deep.equal(right(Buffer.from('ab')))
    expect(await body.read()).to.deep.equal(right(null))
  })

  it('holds few pieces of a body that comes in single bytes, and all of their bytes in order', async () => {
    const body = incomingBody()
    const collected = body.collect(1_000_000)
    const concat = sinon.spy(Buffer, 'concat')
    const sent = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
    try {
      for (let at = 0; at < sent.length; at += 1) body.push(sent.subarray(at, at + 1))
      body.end(null)
      expect(concat.lastCall.args[0].length).to.be.below(1_000)
    } finally {
      concat.restore()
    }
    expect(await collected).to.deep.equal(right(sent))
  })

  it('joins no pieces that are large', async () => {
    const body = incomingBody()
    const collected = body.collect(10_000_000)
    const concat = sinon.spy(Buffer, 'concat')
    try {
      for (let piece = 0; piece < 1_000; piece += 1) body.push(Buffer.alloc(1_024, piece % 256))
      expect(concat.callCount).to.equal(0)
    } finally {
      concat.restore()
    }
    body.end(null)
    expect((await collected)._tag).to.equal('Right')
  })
})
