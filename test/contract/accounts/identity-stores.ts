import { randomBytes } from 'node:crypto'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { databaseGround, memoryGround } from '../../support/accounts/identity-stack.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'
import { testId } from '../billing/billing-stores.ts'
import type { NewUser } from '../../../src/application/ports/accounts/user-store.ts'

/** Runs one suite on the twins and on every database. Each test takes the ground its suite opened. */
export const describeIdentity = (title: string, suite: (ground: () => IdentityGround) => void): void => {
  const within = (open: () => Promise<IdentityGround>): void => {
    let ground: IdentityGround | undefined
    before(async () => {
      ground = await open()
    })
    suite(() => {
      if (ground === undefined) throw new Error('the ground is opened by a hook: ask for it inside a test')
      return ground
    })
  }
  describe(`${title} in memory`, () => within(() => memoryGround()))
  describeOnDatabases(title, (database) => within(() => databaseGround(database().open)))
}

export const someHash = (): string => randomBytes(32).toString('hex')

export const AT = new Date('2026-01-02T03:04:05.678Z')

export const later = (ms: number): Date => new Date(AT.getTime() + ms)

/** A new user of this test alone. */
export const someUser = (change: Partial<NewUser> = {}): NewUser => {
  const name = randomBytes(6).toString('hex')
  return {
    id: testId(),
    email: `User-${name}@Example.org`,
    emailFolded: `user-${name}@example.org`,
    emailVerified: false,
    ownerProvenAt: null,
    displayName: null,
    passwordHash: 'hash',
    createdAt: AT,
    ...change,
  }
}
