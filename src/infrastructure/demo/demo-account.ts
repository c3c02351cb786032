import { randomBytes } from 'node:crypto'
import { isLeft } from 'fp-ts/lib/Either.js'
import { MICRO_PER_UNIT } from '../../domain/money/money.ts'
import type { Currency } from '../../domain/money/money.ts'
import type { Service } from '../container/open-service.ts'
import { register } from '../container/accounts.ts'
import { createApiKey } from '../container/api-keys.ts'
import { creditUser } from '../container/billing.ts'
import { users } from '../container/persistence.ts'
import { config } from '../container/resources.ts'
import { ids } from '../container/runtime.ts'

/** What a newcomer needs to try the service. */
export interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly apiKey: string
  /** What its wallets hold, in micro-units, with what every new user is given. */
  readonly balances: Readonly<Record<Currency, bigint>>
}

const EMAIL = { address: 'demo@example.com', folded: 'demo@example.com' }
const ROUBLES_MICRO = 1_000n * MICRO_PER_UNIT

/**
 * Makes an account with money and a key on an installation that has no users yet; null if it has some.
 * Only for the embedded default: its caller sees to that.
 */
export const createDemoAccount = async (service: Service): Promise<DemoAccount | null> => {
  const someone = await service.get(users).list({ after: null, limit: 1 })
  if (someone.length > 0) return null
  const password = randomBytes(12).toString('base64url')
  const user = await service.get(register)({ email: EMAIL, password, displayName: 'Demo', locale: 'en' })
  if (isLeft(user)) throw new Error(`the demo account was refused: ${user.left.tag}`)
  // No mail reaches example.com, so no other person can prove that the account is theirs. An operator has to be proven:
  // without that the role, once it is taken away, could not be given again.
  await service.get(users).proveOwner(user.right.id, user.right.createdAt)
  await service.get(users).setOperatorSince(user.right.id, user.right.createdAt)
  const credited = await service.get(creditUser)({
    transferId: service.get(ids).next(),
    email: EMAIL.address,
    currency: 'RUB',
    amount: ROUBLES_MICRO,
  })
  if (isLeft(credited)) throw new Error(`the demo credit was refused: ${credited.left.tag}`)
  const owner = { userId: user.right.id, sessionId: null, locale: null }
  const fields = { ...owner, name: 'demo', expiresAt: null, limits: {} }
  const created = await service.get(createApiKey)(fields)
  if (isLeft(created)) throw new Error(`the demo key was refused: ${created.left.tag}`)
  const { RUB, TOKEN } = service.get(config).signupBonus
  const balances = { RUB: RUB + ROUBLES_MICRO, TOKEN }
  return { email: EMAIL.address, password, apiKey: created.right.key, balances }
}
