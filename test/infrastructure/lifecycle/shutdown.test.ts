import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { gracefulShutdown } from '../../../src/infrastructure/lifecycle/shutdown.ts'
import type { ShutdownStep } from '../../../src/infrastructure/lifecycle/shutdown.ts'
import { stopOnSignals } from '../../../src/infrastructure/lifecycle/stop-on-signals.ts'

const log = pino({ level: 'silent' })

const never = (): Promise<void> => new Promise(() => undefined)

describe('shutdown', () => {
  let clock: sinon.SinonFakeTimers
  let ran: string[]
  const step = (name: string, run: () => Promise<void> | void = () => undefined): ShutdownStep => ({
    name,
    timeoutMs: 1000,
    run: () => {
      ran.push(name)
      return run()
    },
  })
  beforeEach(() => {
    clock = sinon.useFakeTimers()
    ran = []
  })
  afterEach(() => clock.restore())

  it('runs its steps one after another, in the order of the table', async () => {
    let release: (() => void) | undefined
    const slow = new Promise<void>((resolve) => (release = resolve))
    const stopped = gracefulShutdown([step('listen'), step('drain', () => slow), step('close')], log).stop('test')
    await clock.tickAsync(500)
    expect(ran).to.deep.equal(['listen', 'drain'])
    release?.()
    expect(await stopped).to.equal(true)
    expect(ran).to.deep.equal(['listen', 'drain', 'close'])
  })

  it('continues after steps that fail, throw or never end, and reports that it did not end well', async () => {
    const steps = [
      step('endless', never),
      step('failing', () => Promise.reject(new Error('no'))),
      step('throwing', () => {
        throw new Error('no')
      }),
      step('last'),
    ]
    const stopped = gracefulShutdown(steps, log).stop('test')
    await clock.tickAsync(999)
    expect(ran).to.deep.equal(['endless'])
    await clock.tickAsync(1)
    expect(await stopped).to.equal(false)
    expect(ran).to.deep.equal(['endless', 'failing', 'throwing', 'last'])
  })

  it('runs once, however often it is asked', async () => {
    const shutdown = gracefulShutdown([step('only')], log)
    const both = [shutdown.stop('one'), shutdown.stop('two')]
    expect(await Promise.all(both)).to.deep.equal([true, true])
    expect(ran).to.deep.equal(['only'])
  })

  describe('on signals', () => {
    it('exits with 0 after everything stopped well, with 1 after something did not', async () => {
      for (const [steps, code] of [
        [[step('fine')], 0],
        [[step('endless', never)], 1],
      ] as const) {
        const source = new EventEmitter()
        const exit = sinon.spy()
        stopOnSignals(source, gracefulShutdown(steps, log), exit)
        source.emit('SIGTERM')
        expect(exit.called).to.equal(false)
        await clock.tickAsync(1000)
        expect(exit.args).to.deep.equal([[code]])
      }
    })

    const stopping = () => {
      const source = new EventEmitter()
      const exit = sinon.spy()
      stopOnSignals(source, gracefulShutdown([{ ...step('endless', never), timeoutMs: 60_000 }], log), exit)
      source.emit('SIGTERM')
      return { source, exit }
    }

    it('exits at once on a second signal', async () => {
      const { source, exit } = stopping()
      await clock.tickAsync(1000)
      source.emit('SIGINT')
      expect(exit.args).to.deep.equal([[130]])
    })

    it('counts the signals of one second as one', async () => {
      const { source, exit } = stopping()
      source.emit('SIGTERM')
      await clock.tickAsync(999)
      source.emit('SIGTERM')
      expect(exit.args).to.deep.equal([])
    })
  })
})
