import { type Either, left } from 'fp-ts/lib/Either.js'
import type { NewUser } from '../ports/user-store.ts'
import type { Register, RegisterFailure, RegisterInput } from './register.ts'

/** Who opens accounts: everybody, or operators alone. */
export type Registration = 'open' | 'closed'

/** Only operators open accounts here. */
export type RegistrationClosed = { readonly tag: 'registration_closed' }

export interface RegisterStrangerDeps {
  readonly registration: Registration
  readonly register: Register
}

export type RegisterStranger = (input: RegisterInput) => Promise<Either<RegisterFailure | RegistrationClosed, NewUser>>

/** Registration by people whom no operator knows. Where it is closed, the answer does not depend on the address. */
export const registerStranger =
  ({ registration, register }: RegisterStrangerDeps): RegisterStranger =>
  async (input) =>
    registration === 'closed' ? left({ tag: 'registration_closed' }) : register(input)
