import { expect } from 'chai'
import { kyselyDeploymentSwitches } from '../../../src/adapters/persistence/operators/deployment-switches.ts'
import type { DeploymentSwitchStore } from '../../../src/application/ports/process/deployment-switches.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryDeploymentSwitches } from '../../twins/process/deployment-switches.ts'
import { AT, later } from '../accounts/identity-stores.ts'

const contract = (open: () => DeploymentSwitchStore): void => {
  it('keeps what is off until it is switched on, a provider apart from its models', async () => {
    const store = open()
    const model = { provider: 'first', upstreamModel: 'm/1', since: AT, reason: 'it’s slow' }
    const provider = { provider: 'first', upstreamModel: null, since: later(1), reason: null }
    await store.add(model)
    await store.add(provider)
    expect(await store.all()).to.deep.equal([provider, model])
    await store.remove({ provider: 'first', upstreamModel: null })
    await store.remove({ provider: 'nobody', upstreamModel: null })
    expect(await store.all()).to.deep.equal([model])
    await store.add({ ...model, since: later(5), reason: 'another' })
    expect(await store.all(), 'off since the first time').to.deep.equal([{ ...model, reason: 'another' }])
    await store.remove(model)
    expect(await store.all()).to.deep.equal([])
  })
}

describe('deployment switches contract in memory', () => contract(() => memoryDeploymentSwitches()))
describeOnDatabases('deployment switches contract', (database) =>
  contract(() => kyselyDeploymentSwitches(database().db)),
)
