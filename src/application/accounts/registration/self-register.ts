import { left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NewUser } from '../../ports/accounts/user-store.ts'
import type { Register, RegisterFailure, RegisterInput } from './register.ts'

/** Who may open accounts: every person, or operators only. */
export type Registration = 'open' | 'closed'

/** Only operators open accounts here. */
export type RegistrationClosed = { readonly tag: 'registration_closed' }

interface SelfRegisterDeps {
  readonly registration: Registration
  readonly register: Register
}

export type SelfRegister = (input: RegisterInput) => Promise<Either<RegisterFailure | RegistrationClosed, NewUser>>

/** Registration by people without an operator. Where it is closed, the response does not depend on the address. */
export const selfRegister =
  ({ registration, register }: SelfRegisterDeps): SelfRegister =>
  async (input) =>
    registration === 'closed' ? left({ tag: 'registration_closed' }) : register(input)
