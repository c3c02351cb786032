import { expect } from 'chai'
import { openKeyRing } from '../../../src/adapters/security/jwt-access-tokens.ts'
import type { SigningKeyStore } from '../../../src/application/ports/secrets/signing-key-store.ts'
import type { SigningKey } from '../../../src/domain/identity/signing-key.ts'
import type { ManualClock } from '../../support/manual-clock.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memorySigningKeys } from '../../twins/secrets/installation-keys.ts'

/** A ring whose clocks run alike. */
const ringOf = (keys: SigningKeyStore, clock: ManualClock) => openKeyRing({ keys, clock, monotonicMs: clock.now })

/** A key made by a ring of its own, as another instance would make it. */
const someKey = async (signsFrom: Date): Promise<SigningKey> => {
  const keys: SigningKey[] = []
  await ringOf(memorySigningKeys(keys), manualClock())
  const [key] = keys
  if (key === undefined) throw new Error('no key was made')
  return { ...key, signsFrom }
}

describe('key ring', () => {
  it('makes the first key and keeps to it', async () => {
    const clock = manualClock()
    const keys: SigningKey[] = []
    const one = await ringOf(memorySigningKeys(keys), clock)
    const two = await ringOf(memorySigningKeys(keys), clock)
    expect(keys).to.have.length(1)
    expect((await two.signing()).kid).to.equal((await one.signing()).kid)
  })

  it('looks again for a key that it does not know, but not at every request', async () => {
    const clock = manualClock()
    const keys: SigningKey[] = []
    const store = memorySigningKeys(keys)
    let looks = 0
    const counting = { ...store, list: () => ((looks += 1), store.list()) }
    const ring = await ringOf(counting, clock)
    const added = await someKey(new Date(clock.now() + 86_400_000))
    keys.push(added)
    for (let time = 0; time < 10; time += 1) expect(await ring.verifying(added.kid)).to.equal(null)
    expect(looks).to.equal(0)
    clock.turn(5_000)
    expect(await ring.verifying(added.kid)).to.not.equal(null)
    expect(looks).to.equal(1)
  })

  it('looks again although the clock of the machine was set back', async () => {
    const [wall, running] = [manualClock(), manualClock(0)]
    const keys: SigningKey[] = []
    const ring = await openKeyRing({ keys: memorySigningKeys(keys), clock: wall, monotonicMs: running.now })
    wall.turn(-3_600_000)
    const added = await someKey(new Date(wall.now() - 1_000))
    keys.push(added)
    running.turn(5_000)
    expect(await ring.verifying(added.kid), 'a key that it does not know').to.not.equal(null)
    keys.splice(0, keys.length, { ...added, retiredAt: new Date(wall.now()) })
    running.turn(60_000)
    expect(await ring.verifying(added.kid), 'a key that was retired').to.equal(null)
  })

  it('turns to the next key when its time comes and drops the retired one', async () => {
    const clock = manualClock()
    const keys: SigningKey[] = []
    const ring = await ringOf(memorySigningKeys(keys), clock)
    const { kid: first } = await ring.signing()
    const next = await someKey(new Date(clock.now() + 120_000))
    keys.push(next)
    clock.turn(60_000)
    expect((await ring.signing()).kid).to.equal(first)
    clock.turn(60_000)
    expect((await ring.signing()).kid).to.equal(next.kid)
    const [old] = keys
    if (old !== undefined) keys[0] = { ...old, retiredAt: new Date(clock.now()) }
    clock.turn(60_000)
    expect(await ring.verifying(first)).to.equal(null)
    expect((await ring.live()).map(({ kid }) => kid)).to.deep.equal([next.kid])
  })

  it('goes on with the keys it knows while the store is away', async () => {
    const clock = manualClock()
    const store = memorySigningKeys()
    const away = { ...store, list: () => Promise.reject(new Error('away')) }
    const ring = await ringOf(away, clock)
    clock.turn(600_000)
    const { kid } = await ring.signing()
    expect(await ring.verifying(kid)).to.not.equal(null)
  })
})
