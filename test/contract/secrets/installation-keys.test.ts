import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { kyselySessionSecrets } from '../../../src/adapters/persistence/installation-keys/session-secrets.ts'
import { kyselySigningKeys } from '../../../src/adapters/persistence/installation-keys/signing-keys.ts'
import { jweSecretWrapping } from '../../../src/adapters/security/jwe-secret-wrapping.ts'
import type { SessionSecretStore } from '../../../src/application/ports/secrets/session-secret-store.ts'
import type { SigningKeyStore } from '../../../src/application/ports/secrets/signing-key-store.ts'
import { describeOnDatabases, openAgain } from '../../support/servers/databases.ts'
import { memorySessionSecrets, memorySigningKeys } from '../../twins/secrets/installation-keys.ts'
import { testId } from '../billing/billing-stores.ts'
import { AT, later } from '../accounts/identity-stores.ts'

interface KeyStores {
  readonly signing: SigningKeyStore
  readonly secrets: SessionSecretStore
}

const someKey = (kid: string) => ({
  kid,
  publicJwk: { kty: 'OKP', x: 'public' },
  privateJwk: { kty: 'OKP', x: 'public', d: 'private' },
  signsFrom: AT,
  retiredAt: null,
})

const someSecret = () => ({ id: testId(), secret: Uint8Array.from(randomBytes(32)), createdAt: AT })

/** Several instances start at once on an empty installation. */
const contract = (instances: () => readonly KeyStores[]): void => {
  it('begins with one signing key, whichever process comes first', async () => {
    const found = await Promise.all(
      instances().map(({ signing }, index) => signing.listOrCreate(someKey(`key-${index}`))),
    )
    for (const keys of found) expect(keys).to.deep.equal(found[0])
    expect(found[0]).to.have.length(1)
    const [stores] = instances()
    expect(await stores?.signing.list()).to.deep.equal(found[0])
    expect(await stores?.signing.listOrCreate(someKey('late'))).to.deep.equal(found[0])
  })

  it('adds a key, retires the others by the given time, and deletes those that retired long ago', async () => {
    const [stores] = instances()
    if (stores === undefined) throw new Error('there is no instance')
    const [first] = await stores.signing.list()
    const next = (kid: string) => ({ ...someKey(kid), signsFrom: later(1_000) })
    const retirements = async () => (await stores.signing.list()).map(({ kid, retiredAt }) => [kid, retiredAt])
    await stores.signing.rotate(next('second'), later(5_000), later(-1_000))
    expect(await retirements()).to.deep.equal([
      [first?.kid, later(5_000)],
      ['second', null],
    ])
    await stores.signing.rotate({ ...next('third'), signsFrom: later(2_000) }, later(9_000), later(-1_000))
    expect(await retirements()).to.deep.equal([
      [first?.kid, later(5_000)],
      ['second', later(9_000)],
      ['third', null],
    ])
    await stores.signing.rotate({ ...next('fourth'), signsFrom: later(7_000) }, later(7_000), later(5_001))
    expect(await retirements()).to.deep.equal([
      ['second', later(7_000)],
      ['third', later(7_000)],
      ['fourth', null],
    ])
  })

  it('begins with one session secret, whichever process comes first', async () => {
    const found = await Promise.all(instances().map(({ secrets }) => secrets.newestOrCreate(someSecret())))
    for (const secret of found) expect(secret).to.deep.equal(found[0])
    const [stores] = instances()
    expect(await stores?.secrets.find(found[0]?.id ?? '')).to.deep.equal(found[0])
    expect(await stores?.secrets.newestOrCreate(someSecret())).to.deep.equal(found[0])
    expect(await stores?.secrets.find(testId())).to.equal(null)
  })
}

describe('installation keys contract in memory', () => {
  const stores = { signing: memorySigningKeys(), secrets: memorySessionSecrets() }
  contract(() => [stores, stores, stores])
})

describeOnDatabases('installation keys contract, in the clear', (database) => {
  const wrapping = null
  contract(() => {
    const stores = {
      signing: kyselySigningKeys(database().db, wrapping),
      secrets: kyselySessionSecrets(database().db, wrapping),
    }
    return [stores, stores, stores, stores]
  })
})

describeOnDatabases('installation keys contract, wrapped', (database) => {
  const wrapping = jweSecretWrapping([randomBytes(32)])
  contract(() => {
    const stores = {
      signing: kyselySigningKeys(database().db, wrapping),
      secrets: kyselySessionSecrets(database().db, wrapping),
    }
    return [stores, stores, stores, stores]
  })
})

describeOnDatabases(
  'installation keys of two processes',
  (database) => {
    it('are the same', async () => {
      const other = await openAgain(database())
      const found = await Promise.all(
        [database().db, other.db].flatMap((db, index) => [
          kyselySigningKeys(db, null).listOrCreate(someKey(`process-${index}`)),
          kyselySigningKeys(db, null).listOrCreate(someKey(`process-${index}`)),
        ]),
      )
      await other.close()
      for (const keys of found) expect(keys).to.deep.equal(found[0])
    })
  },
  ['postgresql'],
)
