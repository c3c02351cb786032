import { expect } from 'chai'
import { argon2PasswordHasher } from '../../../src/adapters/security/argon2-password-hasher.ts'
import type { PasswordHasher } from '../../../src/application/ports/accounts/password-hasher.ts'
import { good } from '../../support/accounts/identity-stack.ts'
import { plainPasswords } from '../../twins/accounts/password-hasher.ts'

const argon2 = (timeCost: number): Promise<PasswordHasher> =>
  argon2PasswordHasher({ parameters: { memoryCost: 1024, timeCost, parallelism: 1 } })

const contract = (open: (strength: number) => Promise<PasswordHasher>): void => {
  it('recognises the password and no other', async () => {
    const hasher = await open(3)
    const stored = good(await hasher.hash('пять серых котов: 5'))
    expect(good(await hasher.verify('пять серых котов: 5', stored))).to.deep.equal({ matches: true, outdated: false })
    expect(good(await hasher.verify('пять серых котов: 6', stored))).to.deep.equal({ matches: false, outdated: false })
  })

  it('matches nothing where there is no hash', async () => {
    expect(good(await (await open(3)).verify('anything', null))).to.deep.equal({ matches: false, outdated: false })
  })

  it('knows a hash made with weaker parameters', async () => {
    const stored = good(await (await open(2)).hash('five small grey cats'))
    const verdict = good(await (await open(3)).verify('five small grey cats', stored))
    expect(verdict).to.deep.equal({ matches: true, outdated: true })
  })
}

describe('password hasher contract: plain', () => contract(async (strength) => plainPasswords(strength)))
describe('password hasher contract: argon2', () => contract(argon2))
