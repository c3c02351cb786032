import type { Either } from 'fp-ts/lib/Either.js'
import type { RefundTopUpFailure } from '../../application/billing/refund-top-up.ts'
import type { OperatorAction } from '../../application/ports/operator-log.ts'
import type { ApiKey, ExpiryInPast, TooManyKeys } from '../../domain/api-keys/api-key.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'
import type { Currency, Money } from '../../domain/money/money.ts'

/** An account as an operator sees it. Times are milliseconds since the epoch. */
export interface ListedUser {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly createdAt: number
  readonly deactivatedAt: number | null
  readonly wallets: readonly { readonly currency: Currency; readonly balance: bigint; readonly held: bigint }[]
}

export type UserNotFound = { readonly tag: 'user_not_found' }

export interface CreditInput {
  readonly email: string
  /** Negative takes money away. */
  readonly amount: Money
  /** The same id credits once, however often it is sent; null makes a new one. */
  readonly id: string | null
  /** Stands in the customer's list of transactions; null: only that an administrator did it. */
  readonly reason: string | null
}

export type CreditFailure =
  | UserNotFound
  /** A debit the wallet cannot cover. */
  | { readonly tag: 'insufficient_balance' }
  /** The id was used for another credit. */
  | { readonly tag: 'id_taken' }
  /** The database did not say whether it happened. The same id again is safe, a new one is not. */
  | { readonly tag: 'outcome_unknown'; readonly transferId: string }

export interface Credited {
  readonly transferId: string
  readonly currency: Currency
  /** Micro-units, afterwards. */
  readonly balance: bigint
  /** False when the id had been credited before. */
  readonly fresh: boolean
}

export interface AuditFigure {
  readonly name: string
  readonly value: string
}

export interface AuditOutcome {
  readonly figures: readonly AuditFigure[]
  /** One sentence each; empty when the books are right. */
  readonly breaks: readonly string[]
}

export interface NewKey {
  readonly email: string
  readonly name: string
  readonly expiresAt: Date | null
  /** Micro-roubles. */
  readonly spendLimit: bigint | null
  readonly allowedModels: readonly string[] | null
}

export type CreateKeyFailure = UserNotFound | TooManyKeys | ExpiryInPast

export interface CreatedUser {
  readonly id: string
  readonly email: string
  /** Random, and shown this once: its owner changes it, or sets another by forgot-password. */
  readonly password: string
}

export type CreateUserFailure =
  | { readonly tag: 'email_taken' }
  | { readonly tag: 'malformed_email' }
  | { readonly tag: 'overloaded' }

export interface CreatedKey {
  readonly id: string
  /** The whole key: shown this once. */
  readonly key: string
}

export interface RotatedKey {
  readonly kid: string
  /** Milliseconds since the epoch, as the next. */
  readonly signsFrom: number
  readonly othersRetireAt: number
}

export interface Refunded {
  readonly currency: Currency
  /** Micro-units taken from the wallet. */
  readonly amount: bigint
  /** Micro-roubles given to the customer. */
  readonly price: bigint
}

export interface PrunedFiles {
  readonly files: number
  readonly bytes: bigint
}

/** What commands on the database ask of the application. The entry point binds it to use cases. */
export interface CliUseCases {
  listUsers(): Promise<readonly ListedUser[]>
  creditUser(input: CreditInput): Promise<Either<CreditFailure, Credited>>
  deactivateUser(email: string): Promise<Either<UserNotFound, { readonly id: string }>>
  reactivateUser(email: string): Promise<Either<UserNotFound, { readonly id: string }>>
  /** The account must be closed. Answers the address it has from then on. */
  freeAddress(
    email: string,
  ): Promise<Either<UserNotFound | { readonly tag: 'still_active' }, { readonly id: string; readonly address: string }>>
  /** `leaked`: the keys before are refused at once, and so are all tokens they signed. */
  rotateSigningKeys(leaked: boolean): Promise<RotatedKey>
  createUser(email: string, displayName: string | null): Promise<Either<CreateUserFailure, CreatedUser>>
  createApiKey(key: NewKey): Promise<Either<CreateKeyFailure, CreatedKey>>
  /** Those that were not revoked, newest first. */
  listApiKeys(email: string): Promise<Either<UserNotFound, readonly ApiKey[]>>
  /** Newest first; `status` null: of any. */
  listTopUps(email: string, status: TopUpStatus | null): Promise<Either<UserNotFound, readonly TopUp[]>>
  /** What operators did, newest first. */
  listOperations(limit: number): Promise<readonly OperatorAction[]>
  revokeApiKey(keyId: string): Promise<Either<{ readonly tag: 'key_not_found' }, void>>
  auditLedger(): Promise<AuditOutcome>
  /** `amount` in micro-units of the wallet's currency; null: all that is left. */
  refundTopUp(topUpId: string, amount: bigint | null): Promise<Either<RefundTopUpFailure, Refunded>>
  /** How many holds were ended. */
  sweepHolds(): Promise<number>
  /** What was deleted, or would be in a dry run. */
  pruneMedia(dryRun: boolean): Promise<PrunedFiles>
}

export interface CatalogReport {
  readonly file: string
  /** How many of each it holds; 0 where it would not load. */
  readonly models: number
  readonly templates: number
  readonly tasks: number
  /** One sentence each; empty when the catalogue would load. */
  readonly problems: readonly string[]
}

/** What commands without a database ask for. */
export interface OfflineUseCases {
  /** Null: the configured file. */
  checkCatalog(file: string | null): Promise<CatalogReport>
}
