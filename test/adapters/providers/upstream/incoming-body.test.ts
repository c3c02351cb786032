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
})
