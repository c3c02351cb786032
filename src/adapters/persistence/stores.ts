import type { Kysely } from 'kysely'
import type { Stores } from '../../application/ports/transaction/stores.ts'
import { kyselyApiKeys } from './accounts/api-keys.ts'
import { kyselyConversations } from './conversations/conversations.ts'
import { kyselyIdempotency } from './idempotency/idempotency.ts'
import { kyselyIdentities } from './accounts/identities.ts'
import { kyselyKnownNetworks } from './accounts/known-networks.ts'
import { kyselyMediaAssets } from './media/media-assets.ts'
import { kyselyMailQueue } from './mail/mail-queue.ts'
import { kyselyMessages } from './conversations/messages.ts'
import { kyselyOneTimeTokens } from './accounts/one-time-tokens.ts'
import type { Database } from './schema/schema.ts'
import { kyselySessions } from './accounts/sessions.ts'
import { kyselyTopUps } from './billing/top-ups.ts'
import { kyselyUsedIdentityTokens } from './accounts/used-identity-tokens.ts'
import { kyselyUsers } from './accounts/users.ts'
import { kyselyVideoJobs } from './videos/video-jobs.ts'
import { kyselyWallets } from './billing/wallets.ts'

/** The stores on one `Kysely`, each made when it is first asked for: pass a transaction to bind them to it. */
export const kyselyStores = (db: Kysely<Database>): Stores => {
  const made: { -readonly [Name in keyof Stores]?: Stores[Name] } = {}
  return {
    get users() {
      return (made.users ??= kyselyUsers(db))
    },
    get sessions() {
      return (made.sessions ??= kyselySessions(db))
    },
    get identities() {
      return (made.identities ??= kyselyIdentities(db))
    },
    get knownNetworks() {
      return (made.knownNetworks ??= kyselyKnownNetworks(db))
    },
    get usedIdentityTokens() {
      return (made.usedIdentityTokens ??= kyselyUsedIdentityTokens(db))
    },
    get oneTimeTokens() {
      return (made.oneTimeTokens ??= kyselyOneTimeTokens(db))
    },
    get mail() {
      return (made.mail ??= kyselyMailQueue(db))
    },
    get apiKeys() {
      return (made.apiKeys ??= kyselyApiKeys(db))
    },
    get wallets() {
      return (made.wallets ??= kyselyWallets(db))
    },
    get topUps() {
      return (made.topUps ??= kyselyTopUps(db))
    },
    get idempotency() {
      return (made.idempotency ??= kyselyIdempotency(db))
    },
    get mediaAssets() {
      return (made.mediaAssets ??= kyselyMediaAssets(db))
    },
    get videoJobs() {
      return (made.videoJobs ??= kyselyVideoJobs(db))
    },
    get conversations() {
      return (made.conversations ??= kyselyConversations(db))
    },
    get messages() {
      return (made.messages ??= kyselyMessages(db))
    },
  }
}
