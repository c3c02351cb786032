import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { listenForHangups } from '../../../src/infrastructure/lifecycle/hangups.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'

describe('a SIGHUP', () => {
  const begin = (isTerminal: boolean) => {
    const source = new EventEmitter()
    const logged: string[] = []
    const hangups = listenForHangups(source, isTerminal, createLog('info', { write: (line) => logged.push(line) }))
    let reloads = 0
    const reload = async () => {
      reloads += 1
      return right({ version: 'v', models: 1, heardBy: null })
    }
    return { source, hangups, logged, reload: reload as never, reloads: () => reloads }
  }

  it('reloads the catalogue, each time', () => {
    const { source, hangups, reload, reloads } = begin(false)
    hangups.reloadBy(reload)
    expect(reloads()).to.equal(0)
    source.emit('SIGHUP')
    source.emit('SIGHUP')
    expect(reloads()).to.equal(2)
  })

  it('waits for the end of the start, and reloads once then, however often it came', () => {
    const { source, hangups, reload, reloads } = begin(false)
    source.emit('SIGHUP')
    source.emit('SIGHUP')
    expect(reloads()).to.equal(0)
    hangups.reloadBy(reload)
    expect(reloads()).to.equal(1)
    source.emit('SIGHUP')
    expect(reloads()).to.equal(2)
  })

  it('of a process on a terminal keeps its old meaning', () => {
    expect(begin(true).source.listenerCount('SIGHUP')).to.equal(0)
  })

  it('that reloads nothing is logged', async () => {
    const { source, hangups, logged } = begin(false)
    hangups.reloadBy(() => Promise.reject(new Error('no file')))
    source.emit('SIGHUP')
    await Promise.resolve()
    expect(logged.join('')).to.contain('the catalogue could not be loaded again')
  })
})
