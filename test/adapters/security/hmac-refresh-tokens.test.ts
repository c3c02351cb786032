import { expect } from 'chai'
import { hmacRefreshTokens } from '../../../src/adapters/security/hmac-refresh-tokens.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'
import type { RefreshTokens } from '../../../src/application/ports/accounts/refresh-tokens.ts'
import type { SessionSecretStore } from '../../../src/application/ports/secrets/session-secret-store.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memorySessionSecrets } from '../../twins/secrets/installation-keys.ts'

const open = (secrets: SessionSecretStore): Promise<RefreshTokens> => {
  const clock = manualClock()
  return hmacRefreshTokens({ secrets, ids: uuidV7Ids(clock), clock })
}

describe('refresh tokens', () => {
  it('derive the same successor on every instance', async () => {
    const secrets = memorySessionSecrets()
    const [one, two] = [await open(secrets), await open(secrets)]
    const first = await one.first()
    const successor = await one.successorOf(first.token, first.secretId)
    expect(await two.successorOf(first.token, first.secretId)).to.deep.equal(successor)
    expect(successor.token).to.not.equal(first.token)
  })

  it('derive another successor under another secret', async () => {
    const [one, two] = [await open(memorySessionSecrets()), await open(memorySessionSecrets())]
    const { token, secretId } = await one.first()
    const other = await two.first()
    const derived = await two.successorOf(token, other.secretId)
    expect(derived.token).to.not.equal((await one.successorOf(token, secretId)).token)
  })

  it('share a family along the chain and with no other chain', async () => {
    const tokens = await open(memorySessionSecrets())
    const first = await tokens.first()
    const second = await tokens.successorOf(first.token, first.secretId)
    const third = await tokens.successorOf(second.token, first.secretId)
    expect(tokens.read(first.token)).to.deep.equal({ hash: first.hash, familyHash: first.familyHash })
    expect(tokens.read(third.token)).to.deep.equal({ hash: third.hash, familyHash: first.familyHash })
    expect((await tokens.first()).familyHash).to.not.equal(first.familyHash)
  })

  it('hold 256 secret bits beside the family', async () => {
    const { token } = await (await open(memorySessionSecrets())).first()
    expect(token).to.match(/^[A-Za-z0-9_-]{64}$/)
  })

  it('are not read from anything else', async () => {
    const tokens = await open(memorySessionSecrets())
    for (const text of ['', 'abc', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}=`, `${'a'.repeat(64)}\n`]) {
      expect(tokens.read(text)).to.equal(null)
    }
  })
})
