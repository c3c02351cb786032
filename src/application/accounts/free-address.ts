import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { freedAddress } from '../../domain/identity/user.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface FreeAddressDeps {
  readonly unitOfWork: UnitOfWork
}

/** Only the address of a closed account can be freed. */
export type StillActive = { readonly tag: 'still_active' }
export type FreeAddress = (userId: string) => Promise<Either<StillActive, { readonly address: string }>>

/**
 * Lets the address, and the social identities, of a closed account be used for a new one. The old account keeps its
 * books under an address nobody can have.
 */
export const freeAddress =
  (deps: FreeAddressDeps): FreeAddress =>
  (userId) =>
    deps.unitOfWork.transact<StillActive, { readonly address: string }>(async (stores) => {
      const address = freedAddress(userId)
      if (!(await stores.users.freeAddress(userId, address))) return left({ tag: 'still_active' })
      await stores.identities.removeAllOf(userId, null)
      await stores.oneTimeTokens.voidAllOf(userId, null)
      return right({ address })
    })
