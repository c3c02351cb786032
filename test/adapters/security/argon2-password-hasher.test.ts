import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { argon2PasswordHasher } from '../../../src/adapters/security/argon2-password-hasher.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { timed } from '../../support/timed.ts'

describe('argon2 password hasher', () => {
  it('uses argon2id with 19 MiB and two passes, and a salt of its own each time', async () => {
    const hasher = await argon2PasswordHasher()
    const hash = good(await hasher.hash('five small grey cats'))
    expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$|^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(good(await hasher.hash('five small grey cats'))).to.not.equal(hash)
  })

  it('does the same work when there is no stored hash', async () => {
    const hasher = await argon2PasswordHasher()
    const stored = good(await hasher.hash('five small grey cats'))
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    for (let round = 0; round < 10; round += 1) {
      times.known.push((await timed(() => hasher.verify('some other password', stored))).ms)
      times.unknown.push((await timed(() => hasher.verify('some other password', null))).ms)
    }
    expect(Math.min(...times.unknown) / Math.min(...times.known)).to.be.within(0.3, 3)
  })

  it('refuses at once what would wait too long', async () => {
    const hasher = await argon2PasswordHasher({ maxConcurrent: 1, maxQueued: 2 })
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => hasher.hash('five small grey cats')))
    expect(outcomes.filter(isRight)).to.have.length(3)
    expect(outcomes.filter(isLeft)).to.have.length(3)
  })

  it('serves a known caller before the unknown callers who wait', async () => {
    const hasher = await argon2PasswordHasher({ maxConcurrent: 1, maxQueued: 20 })
    const done: string[] = []
    const check = async (caller: 'known' | 'unknown') => {
      const verdict = await hasher.verify('five small grey cats', null, caller)
      done.push(isRight(verdict) ? caller : `${caller} refused`)
    }
    await Promise.all([...Array.from({ length: 22 }, () => check('unknown')), check('known')])
    // One unknown caller was refused at once, and one was being served.
    expect(done.slice(0, 3)).to.deep.equal(['unknown refused', 'unknown', 'known'])
  })
})
