import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/stores.ts'
import { kyselyApiKeys } from './api-keys.ts'
import { kyselyConversations } from './conversations.ts'
import { kyselyIdempotency } from './idempotency.ts'
import { kyselyIdentities } from './identities.ts'
import { kyselyKnownNetworks } from './known-networks.ts'
import { ledgerInTransaction } from './ledger-in-transaction.ts'
import { kyselyMediaAssets } from './media-assets.ts'
import { kyselyMailQueue } from './mail-queue.ts'
import { kyselyMessages } from './messages.ts'
import { kyselyOneTimeTokens } from './one-time-tokens.ts'
import type { Database } from './schema.ts'
import { kyselySessions } from './sessions.ts'
import { kyselyTopUps } from './top-ups.ts'
import { kyselyUsedIdentityTokens } from './used-identity-tokens.ts'
import { kyselyUsers } from './users.ts'
import { kyselyVideoJobs } from './video-jobs.ts'
import { kyselyWallets } from './wallets.ts'

/** Every store on one `Kysely`: pass a transaction to bind them all to it. */
export const kyselyStores = (db: Kysely<Database>): Stores => ({
  users: kyselyUsers(db),
  sessions: kyselySessions(db),
  identities: kyselyIdentities(db),
  knownNetworks: kyselyKnownNetworks(db),
  usedIdentityTokens: kyselyUsedIdentityTokens(db),
  oneTimeTokens: kyselyOneTimeTokens(db),
  mail: kyselyMailQueue(db),
  apiKeys: kyselyApiKeys(db),
  wallets: kyselyWallets(db),
  topUps: kyselyTopUps(db),
  idempotency: kyselyIdempotency(db),
  mediaAssets: kyselyMediaAssets(db),
  videoJobs: kyselyVideoJobs(db),
  conversations: kyselyConversations(db),
  messages: kyselyMessages(db),
  ledger: ledgerInTransaction(db),
})
