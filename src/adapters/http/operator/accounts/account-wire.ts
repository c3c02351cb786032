import * as t from 'io-ts'
import type { AccountDetails } from '../../../../application/operators/accounts/read-account.ts'
import type { Account } from '../../../../application/ports/accounts/account-directory.ts'
import { secondsOf, secondsOrNull } from '../../../../domain/time-units.ts'
import type { ApiKey } from '../../../../domain/api-keys/api-key.ts'
import { formatMicro, formatMicroOrNull } from '../../../../domain/money/decimal.ts'
import { count, orNull, unixTime, uuid } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { walletBody, writeWallet } from '../../codecs/money/wallet-wire.ts'

const shown = {
  id: t.string,
  email: t.string,
  email_verified: t.boolean,
  display_name: orNull(t.string),
  is_operator: t.boolean,
  created_at: unixTime,
  deactivated_at: orNull(unixTime),
  wallets: t.array(walletBody),
}

const keyBody = t.type(
  {
    id: t.string,
    name: t.string,
    prefix: t.string,
    last_four: t.string,
    created_at: unixTime,
    last_used_at: orNull(unixTime),
    expires_at: orNull(unixTime),
    spent: amountText,
    spend_limit: orNull(amountText),
    disabled: t.boolean,
  },
  'OperatorAccountKey',
)

const sessionBody = t.type(
  { id: t.string, created_at: unixTime, last_used_at: unixTime, user_agent: orNull(t.string) },
  'OperatorAccountSession',
)

const accountBody = t.type(shown, 'OperatorAccount')

export const accountListBody = t.type(
  { data: t.array(accountBody), next_cursor: orNull(t.string) },
  'OperatorAccountList',
)

export const accountDetailsBody = t.type(
  {
    ...shown,
    has_password: t.boolean,
    requests_per_minute: orNull(count),
    default_requests_per_minute: count,
    identities: t.readonlyArray(t.string),
    keys: t.array(keyBody),
    sessions: t.array(sessionBody),
  },
  'OperatorAccountDetails',
)

export const accountParams = t.type({ account_id: uuid })

const writeKey = (key: ApiKey): t.TypeOf<typeof keyBody> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: secondsOf(key.createdAt),
  last_used_at: secondsOrNull(key.lastUsedAt),
  expires_at: secondsOrNull(key.expiresAt),
  spent: formatMicro(key.spent, 'RUB'),
  spend_limit: formatMicroOrNull(key.spendLimit, 'RUB'),
  disabled: key.disabled,
})

export const writeAccount = ({ user, wallets }: Account): t.TypeOf<typeof accountBody> => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  display_name: user.displayName,
  is_operator: user.operatorSince !== null,
  created_at: secondsOf(user.createdAt),
  deactivated_at: secondsOrNull(user.deactivatedAt),
  wallets: wallets.map(writeWallet),
})

/** `callsPerMinute` is of an account without a rate of its own. */
export const writeAccountDetails = (
  account: AccountDetails,
  callsPerMinute: number,
): t.TypeOf<typeof accountDetailsBody> => ({
  ...writeAccount(account),
  has_password: account.user.passwordHash !== null,
  requests_per_minute: account.user.rateLimitPerMinute,
  default_requests_per_minute: callsPerMinute,
  identities: account.identities,
  keys: account.keys.map(writeKey),
  sessions: account.sessions.map(({ id, createdAt, rotatedAt, userAgent }) => ({
    id,
    created_at: secondsOf(createdAt),
    last_used_at: secondsOf(rotatedAt),
    user_agent: userAgent,
  })),
})
