import { randomBytes } from 'node:crypto'
import type { TokenPair } from '../../../src/application/accounts/sessions/open-session.ts'
import { parseEmail } from '../../../src/domain/identity/email-address.ts'
import { good, identityStack } from './identity-stack.ts'
import type { IdentityGround, IdentityStack } from './identity-stack.ts'

export const PASSWORD = 'five small grey cats'

export interface Login {
  readonly stack: IdentityStack
  readonly userId: string
  readonly email: string
  readonly pair: TokenPair
}

/** A new user on a new instance, logged in. */
export const freshLogin = async (ground: IdentityGround): Promise<Login> => {
  const stack = identityStack(ground)
  const email = `${randomBytes(8).toString('hex')}@example.org`
  const user = good(
    await stack.register({ email: good(parseEmail(email)), password: PASSWORD, displayName: null, locale: 'en' }),
  )
  return { stack, email, userId: user.id, pair: good(await stack.logIn({ email, password: PASSWORD })) }
}
