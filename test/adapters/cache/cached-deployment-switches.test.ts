import { expect } from 'chai'
import { cachedDeploymentSwitches } from '../../../src/adapters/cache/cached-deployment-switches.ts'
import type { SwitchedOff } from '../../../src/domain/routing/deployment-switch.ts'
import { memoryDeploymentSwitches } from '../../twins/process/deployment-switches.ts'

const off = (provider: string): SwitchedOff => ({ provider, upstreamModel: null, since: new Date(0), reason: null })

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('what a process knows to be switched off', () => {
  it('is read again when a switch or a lost connection is announced, and for nothing else', async () => {
    const store = memoryDeploymentSwitches()
    const switches = cachedDeploymentSwitches(store, () => undefined)
    await store.add(off('first'))
    switches.invalidate({ tag: 'user', id: 'u' })
    await settled()
    expect([...switches.off()]).to.deep.equal([])
    switches.invalidate({ tag: 'deployments', id: 'first' })
    await settled()
    expect([...switches.off()]).to.deep.equal(['first'])
    await store.remove(off('first'))
    switches.invalidate({ tag: 'everything' })
    await settled()
    expect([...switches.off()]).to.deep.equal([])
  })

  it('stays as it was where it cannot be read', async () => {
    const errors: unknown[] = []
    const answers: (() => Promise<readonly SwitchedOff[]>)[] = [
      async () => [off('first')],
      () => Promise.reject(new Error('no database')),
      () => Promise.reject(new Error('no database')),
    ]
    const all = (): Promise<readonly SwitchedOff[]> => (answers.shift() ?? (async () => []))()
    const switches = cachedDeploymentSwitches({ all }, (error) => void errors.push(error))
    await switches.refresh()
    const failed = await switches.refresh().catch((error: unknown) => String(error))
    expect(failed).to.contain('no database')
    switches.invalidate({ tag: 'everything' })
    await settled()
    expect(errors).to.have.length(1)
    expect([...switches.off()]).to.deep.equal(['first'])
  })

  it('is not brought back by a read that began earlier and ended later', async () => {
    const reads: ((rows: readonly SwitchedOff[]) => void)[] = []
    const all = (): Promise<readonly SwitchedOff[]> => new Promise((resolve) => void reads.push(resolve))
    const switches = cachedDeploymentSwitches({ all }, () => undefined)
    const [slow, fast] = [switches.refresh(), switches.refresh()]
    reads[1]?.([])
    await fast
    reads[0]?.([off('first')])
    await slow
    expect([...switches.off()]).to.deep.equal([])
  })
})
