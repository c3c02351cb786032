import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SetRateLimit } from '../../accounts/users/set-rate-limit.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import type { AccountNotFound } from './read-account.ts'

interface LimitAccountDeps {
  readonly setRateLimit: SetRateLimit
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface LimitAccountInput {
  readonly operatorId: string
  readonly accountId: string
  /** Null: the installation's number applies. */
  readonly requestsPerMinute: number | null
  readonly reason: string
}

export type LimitAccount = (input: LimitAccountInput) => Promise<Either<AccountNotFound | NoOperator, null>>

/** As the command takes it and the log shows it. */
const ownOrDefault = (requestsPerMinute: number | null): number | 'default' => requestsPerMinute ?? 'default'

/** Sets how many requests a minute an account may make, as the command line does, with its record. */
export const limitAccount =
  (deps: LimitAccountDeps): LimitAccount =>
  async ({ operatorId, accountId, requestsPerMinute, reason }) => {
    const wanted = ownOrDefault(requestsPerMinute)
    const limited = await deps.setRateLimit<NoOperator>(accountId, requestsPerMinute, (stores, user) =>
      noteAction(deps, stores, {
        operatorId,
        command: 'users limit',
        subject: accountId,
        arguments: { email: user.email, 'requests-per-minute': String(wanted) },
        before: { requests_per_minute: ownOrDefault(user.rateLimitPerMinute) },
        after: { requests_per_minute: wanted },
        reason,
      }),
    )
    if (!isLeft(limited)) return limited
    return limited.left.tag === 'user_not_found' ? left({ tag: 'not_found' }) : left(limited.left)
  }
