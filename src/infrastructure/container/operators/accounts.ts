import { adjustBalanceEndpoint } from '../../../adapters/http/operator/accounts/adjust-balance.ts'
import {
  deactivateAccountEndpoint,
  reactivateAccountEndpoint,
} from '../../../adapters/http/operator/accounts/change-state.ts'
import { limitAccountEndpoint } from '../../../adapters/http/operator/accounts/limit-account.ts'
import { listAccountRequestsEndpoint } from '../../../adapters/http/operator/accounts/list-account-requests.ts'
import { listAccountsEndpoint } from '../../../adapters/http/operator/accounts/list-accounts.ts'
import { readAccountEndpoint } from '../../../adapters/http/operator/accounts/read-account.ts'
import { adjustBalance as makeAdjustBalance } from '../../../application/operators/accounts/adjust-balance.ts'
import { accountStates as makeAccountStates } from '../../../application/operators/accounts/change-state.ts'
import { limitAccount as makeLimitAccount } from '../../../application/operators/accounts/limit-account.ts'
import { listAccounts as makeListAccounts } from '../../../application/operators/accounts/list-accounts.ts'
import { readAccount as makeReadAccount } from '../../../application/operators/accounts/read-account.ts'
import { deactivateUser, reactivateUser, setRateLimit } from '../accounts.ts'
import { listApiKeys } from '../api-keys.ts'
import { askingUnitOfWork } from '../metering.ts'
import { accountDirectory, identities } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { rates } from '../resources.ts'
import { clock, ids } from '../runtime.ts'
import { listSessions } from '../sessions.ts'
import { listReceipts } from '../usage.ts'

const listAccounts = provision('listAccounts', makeListAccounts, { accounts: accountDirectory })
const readAccount = provision('readAccount', makeReadAccount, {
  accounts: accountDirectory,
  identities,
  listApiKeys,
  listSessions,
})
const adjustBalance = provision('adjustBalance', makeAdjustBalance, { unitOfWork: askingUnitOfWork, ids, clock })
const accountStates = provision('accountStates', makeAccountStates, { deactivateUser, reactivateUser, ids, clock })
const limitAccount = provision('limitAccount', makeLimitAccount, { setRateLimit, ids, clock })

export const operatorAccountEndpoints = [
  provisionOf(listAccountsEndpoint, listAccounts),
  provisionOf(readAccountEndpoint, readAccount, rates),
  provisionOf(listAccountRequestsEndpoint, listReceipts),
  provisionOf(adjustBalanceEndpoint, adjustBalance),
  provisionOf(limitAccountEndpoint, limitAccount),
  provisionOf(deactivateAccountEndpoint, accountStates),
  provisionOf(reactivateAccountEndpoint, accountStates),
]
