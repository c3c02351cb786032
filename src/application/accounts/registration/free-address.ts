import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { freedEmail } from '../../../domain/identity/user.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

interface FreeAddressDeps {
  readonly unitOfWork: UnitOfWork
}

/** Only the address of a closed account can be freed. */
type StillActive = { readonly tag: 'still_active' }
export type FreeAddress = (userId: string) => Promise<Either<StillActive, { readonly address: string }>>

/**
 * Frees the address and the social identities of a closed account for a new one. The old account keeps its records
 * under an address that no user can have.
 */
export const freeAddress =
  (deps: FreeAddressDeps): FreeAddress =>
  (userId) =>
    deps.unitOfWork.transact<StillActive, { readonly address: string }>(async (stores) => {
      const address = freedEmail(userId)
      if (!(await stores.users.freeAddress(userId, address))) return left({ tag: 'still_active' })
      await stores.identities.removeAllOf(userId, null)
      await stores.oneTimeTokens.voidAllOf(userId, null)
      return right({ address })
    })
