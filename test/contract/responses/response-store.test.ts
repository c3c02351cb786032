import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import type { ResponseStore } from '../../../src/application/ports/responses/response-store.ts'
import type { StoredResponse } from '../../../src/domain/responses/stored-response.ts'
import { itemsOf } from '../../twins/responses/stored-responses.ts'
import { AT, describeIdentity, later, someUser } from '../accounts/identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'

/** All that these tests store was made after it. */
const EVER = later(-1e12)

describeIdentity('response store contract', (ground) => {
  const store = (): ResponseStore => ground().stores.storedResponses

  const newUser = async (): Promise<string> => {
    const user = someUser()
    await ground().stores.users.add(user)
    return user.id
  }

  const some = (userId: string, change: Partial<StoredResponse> = {}): StoredResponse => ({
    id: testId(),
    userId,
    previousId: null,
    createdAt: AT,
    chain: { responses: 1, items: 2, bytes: 5_000_000_000, values: 9 },
    sealed: { keyId: 'key', bytes: Uint8Array.from(randomBytes(30)) },
    sealedFrame: Uint8Array.from(randomBytes(10)),
    itemIds: [],
    ...change,
  })

  /** Stored responses, each of which continues the one before it. */
  const storeChain = async (userId: string, length: number): Promise<readonly StoredResponse[]> => {
    const chain: StoredResponse[] = []
    for (let made = 0; made < length; made += 1) {
      const next = some(userId, { previousId: chain.at(-1)?.id ?? null })
      expect(await store().add(next)).to.equal(true)
      chain.push(next)
    }
    return chain
  }

  /** What earlier tests of this suite left. */
  const removeAll = async (): Promise<void> => {
    while ((await store().prune(later(1e12), 1_000)) > 0);
  }

  it('gives a response as it was added, to its account alone', async () => {
    const [userId, other] = [await newUser(), await newUser()]
    const [first, second] = await storeChain(userId, 2)
    expect(await store().find(first!, EVER)).to.deep.equal(first)
    expect(await store().find(second!, EVER)).to.deep.equal(second)
    expect(await store().chainSize(second!, EVER)).to.deep.equal(second?.chain)
    for (const key of [
      { userId: other, id: first!.id },
      { userId, id: testId() },
    ]) {
      expect(await store().find(key, EVER)).to.equal(null)
      expect(await store().chainSize(key, EVER)).to.equal(null)
      expect(await store().chain(key)).to.deep.equal([])
      expect(await store().delete(key, EVER, AT)).to.equal(false)
    }
  })

  it('gives the items of a response alone, whatever else is stored of it', async () => {
    const userId = await newUser()
    const earlier = some(userId, { sealedFrame: null })
    await store().add(earlier)
    expect(await store().find(earlier, EVER)).to.deep.equal(earlier)
    const response = some(userId, { previousId: earlier.id, sealedFrame: Uint8Array.of(1) })
    await store().add(response)
    expect(await store().findItems(response, EVER)).to.deep.equal(itemsOf(response))
    expect(await store().findItems(response, later(1))).to.equal(null)
    expect(await store().chain(response)).to.deep.equal([itemsOf(earlier), itemsOf(response)])
  })

  it('finds the latest response of an account whose answer has an item of a name, while it is known', async () => {
    const [userId, other] = [await newUser(), await newUser()]
    const [name, second] = [`rs_${testId()}`, `rs_${testId()}`]
    const named = (ownerId: string, change: Partial<StoredResponse>) =>
      some(ownerId, { itemIds: [name, second], ...change })
    const [older, newer] = [named(userId, {}), named(userId, { createdAt: later(5) })]
    for (const response of [newer, older, some(userId), named(other, { createdAt: later(9) })])
      expect(await store().add(response)).to.equal(true)
    expect(await store().find(newer, EVER)).to.deep.equal(newer)
    for (const id of [name, second]) expect(await store().findByItem(userId, id, EVER)).to.deep.equal(itemsOf(newer))
    expect(await store().findByItem(userId, 'rs_', EVER)).to.equal(null)
    expect(await store().findByItem(userId, name, later(6))).to.equal(null)
    await store().delete(newer, EVER, AT)
    expect(await store().findByItem(userId, name, EVER)).to.deep.equal(itemsOf(older))
  })

  it('knows a response from the moment of its making on, and not earlier ones', async () => {
    const [response] = await storeChain(await newUser(), 1)
    expect(await store().find(response!, AT)).to.not.equal(null)
    expect(await store().find(response!, later(1))).to.equal(null)
    expect(await store().chainSize(response!, later(1))).to.equal(null)
    expect(await store().delete(response!, later(1), AT)).to.equal(false)
  })

  it('gives a chain oldest first, and each branch of it for itself', async () => {
    const userId = await newUser()
    const chain = await storeChain(userId, 4)
    const branch = some(userId, { previousId: chain[1]!.id })
    await store().add(branch)
    expect(await store().chain(chain[3]!)).to.deep.equal(chain.map(itemsOf))
    expect(await store().chain(branch)).to.deep.equal([...chain.slice(0, 2), branch].map(itemsOf))
  })

  it('removes the branch that was idle longest of an account that has too much, and nothing of another', async () => {
    const [userId, other] = [await newUser(), await newUser()]
    const [kept] = await storeChain(other, 1)
    const [root, ...rest] = await storeChain(userId, 3)
    const branch = some(userId, { previousId: root!.id, createdAt: later(5) })
    await store().add(branch)
    const single = some(userId, { createdAt: later(1) })
    await store().add(single)
    const here = async (): Promise<readonly string[]> => {
      const found: string[] = []
      for (const response of [root!, ...rest, branch, single])
        if ((await store().find(response, EVER)) !== null) found.push(response.id)
      return found
    }
    expect(await store().accountsOver(199, AT, 1_000)).to.include(userId)
    expect(await store().accountsOver(199, AT, 1_000)).to.not.include(other)
    expect(await store().accountsOver(200, AT, 1_000)).to.not.include(userId)
    expect(await store().accountsOver(199, later(6), 1_000)).to.not.include(userId)
    expect(await store().removeIdlest(userId, 200, 9), 'within its quota').to.equal(0)
    expect(await store().removeIdlest(userId, 199, 9), 'a branch as far as it is alone').to.equal(2)
    expect(await here()).to.have.members([root!.id, branch.id, single.id])
    expect(await store().removeIdlest(userId, 1, 1), 'one conversation').to.equal(1)
    expect(await here()).to.have.members([root!.id, branch.id])
    expect(await store().removeIdlest(userId, 1, 9), 'a whole conversation').to.equal(2)
    expect(await store().removeIdlest(userId, 1, 9)).to.equal(0)
    expect(await store().find(kept!, EVER)).to.not.equal(null)
  })

  it('removes as many conversations at once as make the rest fit, and no more', async () => {
    const userId = await newUser()
    const made: StoredResponse[] = []
    for (let age = 0; age < 5; age += 1) {
      const begun = some(userId, { createdAt: later(age) })
      made.push(begun, some(userId, { previousId: begun.id, createdAt: later(age) }))
    }
    for (const response of made) expect(await store().add(response)).to.equal(true)
    expect(await store().removeIdlest(userId, 200, 9)).to.equal(6)
    for (const [place, response] of made.entries())
      expect((await store().find(response, EVER)) !== null, `at ${place}`).to.equal(place >= 6)
  })

  it('does not add what continues a response that is not here, or that of another account', async () => {
    const [userId, other] = [await newUser(), await newUser()]
    const [foreign] = await storeChain(other, 1)
    for (const previousId of [testId(), foreign!.id]) {
      const orphan = some(userId, { previousId })
      expect(await store().add(orphan)).to.equal(false)
      expect(await store().find(orphan, EVER)).to.equal(null)
    }
  })

  it('adds nothing to a deactivated account', async () => {
    const userId = await newUser()
    await ground().stores.users.deactivate(userId, AT)
    const late = some(userId)
    expect(await store().add(late)).to.equal(false)
    expect(await store().find(late, EVER)).to.equal(null)
  })

  it('adds nothing to an account whose deactivation is under way, and takes away what it had', async () => {
    const userId = await newUser()
    const [before] = await storeChain(userId, 1)
    const late = some(userId)
    let adding: Promise<boolean> | undefined
    await ground().unitOfWork.transact(async ({ users, storedResponses }) => {
      await users.lock(userId)
      await users.deactivate(userId, AT)
      expect(await storedResponses.removeOfClosed(userId, 9)).to.equal(1)
      adding = store().add(late)
      return right(null)
    })
    expect(await adding).to.equal(false)
    for (const response of [before!, late]) expect(await store().chain(response)).to.deep.equal([])
  })

  it('deletes a response for its readers, and keeps what later ones were answered from', async () => {
    const chain = await storeChain(await newUser(), 3)
    expect(await store().delete(chain[1]!, EVER, AT)).to.equal(true)
    expect(await store().delete(chain[1]!, EVER, AT)).to.equal(false)
    expect(await store().find(chain[1]!, EVER)).to.equal(null)
    expect(await store().chainSize(chain[1]!, EVER)).to.equal(null)
    expect(await store().chain(chain[2]!)).to.deep.equal(chain.map(itemsOf))
  })

  it('removes a deleted response that none continues at once, and those before it when pruned', async () => {
    await removeAll()
    const chain = await storeChain(await newUser(), 3)
    await store().delete(chain[0]!, EVER, AT)
    await store().delete(chain[1]!, EVER, AT)
    expect(await store().prune(EVER, 1_000)).to.equal(0)
    await store().delete(chain[2]!, EVER, AT)
    expect(await store().chain(chain[2]!)).to.deep.equal([])
    expect(await store().prune(EVER, 1_000)).to.equal(1)
    expect(await store().prune(EVER, 1_000)).to.equal(1)
    expect(await store().chain(chain[0]!)).to.deep.equal([])
  })

  it('prunes what is too old, a little at a time, and nothing that a younger one continues', async () => {
    await removeAll()
    const userId = await newUser()
    const [continued] = await storeChain(userId, 1)
    const younger = some(userId, { previousId: continued!.id, createdAt: later(20) })
    await store().add(younger)
    await Promise.all([1, 2, 3].map(() => store().add(some(userId))))
    expect(await store().prune(later(10), 2)).to.equal(2)
    expect(await store().prune(later(10), 2)).to.equal(1)
    expect(await store().prune(later(10), 2)).to.equal(0)
    expect(await store().chain(younger)).to.deep.equal([continued!, younger].map(itemsOf))
    expect(await store().prune(later(21), 2)).to.equal(1)
    expect(await store().prune(later(21), 2)).to.equal(1)
  })

  it('removes all responses of a closed account, a few at a time, and none of an open one', async () => {
    const [userId, other] = [await newUser(), await newUser()]
    const [mine, theirs] = [await storeChain(userId, 7), await storeChain(other, 2)]
    for (const previousId of [mine[2]!.id, mine[4]!.id, null]) await store().add(some(userId, { previousId }))
    expect(await store().removeOfClosed(userId, 4)).to.equal(0)
    expect(await store().closedAccounts(1_000)).to.not.include(userId)
    await ground().stores.users.deactivate(userId, AT)
    expect(await store().closedAccounts(1_000)).to.include(userId)
    let removed = 0
    for (let gone = -1; gone !== 0; removed += gone) {
      gone = await store().removeOfClosed(userId, 4)
      expect(gone).to.be.within(0, 4)
    }
    expect(removed).to.equal(10)
    for (const response of mine) expect(await store().chain(response)).to.deep.equal([])
    expect(await store().closedAccounts(1_000)).to.not.include(userId)
    expect(await store().removeOfClosed(other, 4)).to.equal(0)
    expect(await store().chain(theirs[1]!)).to.deep.equal(theirs.map(itemsOf))
  })

  it('finds what a key sealed, one by one, and seals it anew unless that was done', async () => {
    const [userId, older, newer] = [await newUser(), testId(), testId()]
    const bytes = Uint8Array.of(1, 2, 3)
    const sealed = [1, 2, 3].map(() => some(userId, { sealed: { keyId: older, bytes } }))
    for (const response of sealed) await store().add(response)
    const [first, second] = sealed.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    expect(await store().nextSealedBy(older, null)).to.deep.equal(first)
    expect(await store().nextSealedBy(older, first!.id)).to.deep.equal(second)
    const renewed = { sealed: { keyId: newer, bytes: Uint8Array.of(4) }, sealedFrame: Uint8Array.of(6) }
    await store().reseal(first!, renewed)
    await store().reseal(first!, { sealed: { keyId: testId(), bytes: Uint8Array.of(5) }, sealedFrame: null })
    expect(await store().nextSealedBy(older, null)).to.deep.equal(second)
    expect(await store().nextSealedBy(newer, null)).to.deep.equal({ ...first, ...renewed })
    expect(await store().nextSealedBy(newer, first!.id)).to.equal(null)
  })

  it('tells whether any response is under another key', async () => {
    await removeAll()
    expect(await store().hasOtherKeysThan([])).to.equal(false)
    const userId = await newUser()
    for (const keyId of ['one', 'two']) await store().add(some(userId, { sealed: { keyId, bytes: Uint8Array.of(1) } }))
    expect(await store().hasOtherKeysThan(['one', 'two', 'three'])).to.equal(false)
    expect(await store().hasOtherKeysThan(['one', 'three'])).to.equal(true)
  })
})
