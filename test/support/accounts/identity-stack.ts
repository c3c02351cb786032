import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { cachedApiKeyLookup } from '../../../src/adapters/cache/cached-api-key-lookup.ts'
import { cachedSessionLookup } from '../../../src/adapters/cache/cached-session-lookup.ts'
import { localInvalidation } from '../../../src/adapters/cache/local-invalidation.ts'
import { memoryRateLimiter } from '../../../src/adapters/limits/memory-rate-limiter.ts'
import { kyselyApiKeyLookup } from '../../../src/adapters/persistence/accounts/api-key-lookup.ts'
import { kyselyKeySpending } from '../../../src/adapters/persistence/accounts/key-spending.ts'
import { kyselySessionLookup } from '../../../src/adapters/persistence/accounts/session-lookup.ts'
import { kyselySessionSecrets } from '../../../src/adapters/persistence/installation-keys/session-secrets.ts'
import { kyselySigningKeys } from '../../../src/adapters/persistence/installation-keys/signing-keys.ts'
import type { OpenDatabase } from '../../../src/adapters/persistence/engine/database.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../src/adapters/persistence/stores.ts'
import { argon2PasswordHasher } from '../../../src/adapters/security/argon2-password-hasher.ts'
import { hmacRefreshTokens } from '../../../src/adapters/security/hmac-refresh-tokens.ts'
import { jwtAccessTokens, openKeyRing } from '../../../src/adapters/security/jwt-access-tokens.ts'
import { randomOneTimeSecrets } from '../../../src/adapters/security/random-one-time-secrets.ts'
import { randomApiKeys } from '../../../src/adapters/security/random-api-keys.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'
import { authenticateApiKey, findPresentedKey } from '../../../src/application/admission/authenticate-api-key.ts'
import { authenticateSession } from '../../../src/application/admission/authenticate-session.ts'
import { admitMail } from '../../../src/application/admission/admit-mail.ts'
import { changeApiKey } from '../../../src/application/accounts/api-keys/change-api-key.ts'
import { changePassword } from '../../../src/application/accounts/passwords/change-password.ts'
import type { ChangePasswordInput } from '../../../src/application/accounts/passwords/change-password.ts'
import { createApiKey } from '../../../src/application/accounts/api-keys/create-api-key.ts'
import type { CreateApiKeyInput } from '../../../src/application/accounts/api-keys/create-api-key.ts'
import { deactivateUser } from '../../../src/application/accounts/users/deactivate-user.ts'
import { deleteApiKey } from '../../../src/application/accounts/api-keys/delete-api-key.ts'
import type { DeleteApiKeyInput } from '../../../src/application/accounts/api-keys/delete-api-key.ts'
import { freeAddress } from '../../../src/application/accounts/registration/free-address.ts'
import { keyUses } from '../../../src/application/accounts/api-keys/key-uses.ts'
import { linkIdentity } from '../../../src/application/accounts/identities/link-identity.ts'
import { logIn } from '../../../src/application/accounts/sessions/log-in.ts'
import type { LogInInput } from '../../../src/application/accounts/sessions/log-in.ts'
import { logOut } from '../../../src/application/accounts/sessions/log-out.ts'
import { openSession } from '../../../src/application/accounts/sessions/open-session.ts'
import { grantRole, revokeRole } from '../../../src/application/accounts/users/change-role.ts'
import { reactivateUser } from '../../../src/application/accounts/users/reactivate-user.ts'
import { setRateLimit } from '../../../src/application/accounts/users/set-rate-limit.ts'
import { alertOfLimit } from '../../../src/application/notifications/alert-of-budget.ts'
import { refreshSession } from '../../../src/application/accounts/sessions/refresh-session.ts'
import { selfRegister } from '../../../src/application/accounts/registration/self-register.ts'
import type { Registration } from '../../../src/application/accounts/registration/self-register.ts'
import { register } from '../../../src/application/accounts/registration/register.ts'
import { requestPasswordReset } from '../../../src/application/accounts/passwords/request-password-reset.ts'
import { resendVerification } from '../../../src/application/accounts/registration/resend-verification.ts'
import { resetPassword } from '../../../src/application/accounts/passwords/reset-password.ts'
import type { ResetPasswordInput } from '../../../src/application/accounts/passwords/reset-password.ts'
import { signInWithProvider } from '../../../src/application/accounts/identities/sign-in-with-provider.ts'
import type { SignInWithProviderInput } from '../../../src/application/accounts/identities/sign-in-with-provider.ts'
import { unlinkIdentity } from '../../../src/application/accounts/identities/unlink-identity.ts'
import { endSession } from '../../../src/application/accounts/sessions/end-session.ts'
import { listSessions } from '../../../src/application/accounts/sessions/list-sessions.ts'
import { reauthenticate } from '../../../src/application/accounts/identities/reauthenticate.ts'
import { verifyEmail } from '../../../src/application/accounts/registration/verify-email.ts'
import type { VerifyEmailInput } from '../../../src/application/accounts/registration/verify-email.ts'
import { sendDueMail } from '../../../src/application/mail/send-due-mail.ts'
import type { AccessTokens } from '../../../src/application/ports/accounts/access-tokens.ts'
import type { ApiKeyLookup } from '../../../src/application/ports/accounts/api-key-lookup.ts'
import type { IdentityProviders } from '../../../src/application/ports/accounts/identity-provider.ts'
import type { KeySpendingLog } from '../../../src/application/ports/accounts/key-spending-log.ts'
import type { PasswordHasher } from '../../../src/application/ports/accounts/password-hasher.ts'
import type { RefreshTokens } from '../../../src/application/ports/accounts/refresh-tokens.ts'
import type { SessionLookup } from '../../../src/application/ports/accounts/session-lookup.ts'
import type { Stores } from '../../../src/application/ports/transaction/stores.ts'
import type { Transaction } from '../../../src/application/ports/transaction/transaction.ts'
import type { TokenUse } from '../../../src/application/ports/accounts/used-identity-token-store.ts'
import type { UnitOfWork } from '../../../src/application/ports/transaction/unit-of-work.ts'
import type { OneTimeToken } from '../../../src/domain/identity/one-time-token.ts'
import type { EmailAddress } from '../../../src/domain/identity/email-address.ts'
import type { User } from '../../../src/domain/identity/user.ts'
import type { MailLocale } from '../../../src/domain/mail/mail-locale.ts'
import type { LedgerCommand, TransferOutcome } from '../../../src/domain/ledger/command.ts'
import { memoryAccessTokens } from '../../twins/accounts/access-tokens.ts'
import { memoryApiKeyLookup, memoryApiKeys, memoryKeySpending } from '../../twins/accounts/api-keys.ts'
import type { ApiKeyMap } from '../../twins/accounts/api-keys.ts'
import { memoryKnownNetworks } from '../../twins/accounts/known-networks.ts'
import type { NetworkMap } from '../../twins/accounts/known-networks.ts'
import { memoryIdentities } from '../../twins/accounts/identities.ts'
import type { StoredIdentity } from '../../twins/accounts/identities.ts'
import { memoryIdempotency } from '../../twins/process/idempotency.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memorySessionSecrets } from '../../twins/secrets/installation-keys.ts'
import { memoryMailDesk } from '../../twins/mail/mail-desk.ts'
import { memoryMailQueue } from '../../twins/mail/mail-queue.ts'
import type { QueuedMail } from '../../twins/mail/mail-queue.ts'
import { collectingMailer } from '../../twins/mail/mailer.ts'
import type { CollectingMailer } from '../../twins/mail/mailer.ts'
import { memoryOneTimeTokens } from '../../twins/accounts/one-time-tokens.ts'
import { saveMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryUnitOfWork } from '../../twins/transaction/unit-of-work.ts'
import { plainPasswords } from '../../twins/accounts/password-hasher.ts'
import { memorySessionLookup, memorySessions } from '../../twins/accounts/sessions.ts'
import type { SessionMap } from '../../twins/accounts/sessions.ts'
import { memoryTopUps } from '../../twins/billing/top-ups.ts'
import { memoryUsedIdentityTokens } from '../../twins/accounts/used-identity-tokens.ts'
import { memoryUsers } from '../../twins/accounts/users.ts'
import { memoryConversations } from '../../twins/conversations/conversations.ts'
import { memoryMessages } from '../../twins/conversations/messages.ts'
import { memoryStoredResponses } from '../../twins/responses/stored-responses.ts'
import type { KeptResponse } from '../../twins/responses/stored-responses.ts'
import { memoryVideoJobs } from '../../twins/providers/video-jobs.ts'
import { memoryWallets } from '../../twins/billing/wallets.ts'
import type { NotificationSettings } from '../../../src/domain/mail/notification-settings.ts'
import { memoryMarks } from '../../twins/notifications/marks.ts'
import { memoryNotificationSettings } from '../../twins/notifications/notification-settings.ts'
import { memoryDeliveryQueue } from '../../twins/webhooks/delivery-queue.ts'
import type { OperatorAction } from '../../../src/application/ports/process/operator-log.ts'
import { memoryOperatorLog } from '../../twins/process/operator-log.ts'
import { kyselyAccountDirectory } from '../../../src/adapters/persistence/accounts/account-directory.ts'
import type { AccountDirectory } from '../../../src/application/ports/accounts/account-directory.ts'
import { memoryAccountDirectory } from '../../twins/accounts/account-directory.ts'
import { memoryDeploymentSwitches } from '../../twins/process/deployment-switches.ts'
import { memoryWebhooks } from '../../twins/webhooks/webhooks.ts'
import type { KeptWebhook } from '../../twins/webhooks/webhooks.ts'
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts'
import { manualClock } from '../manual-clock.ts'
import type { ManualClock } from '../manual-clock.ts'

/** Everything the use cases of identity stand on. */
export interface IdentityGround {
  readonly clock: ManualClock
  readonly stores: Stores
  readonly accounts: AccountDirectory
  readonly unitOfWork: UnitOfWork
  readonly passwords: PasswordHasher
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly sessionLookup: SessionLookup
  readonly apiKeyLookup: ApiKeyLookup
  readonly keySpending: KeySpendingLog
  /** Where mail ends up. */
  readonly mailer: CollectingMailer
}

/** Twins only: no thread, no socket. The ledger notes its commands and accepts each of them. */
export const memoryGround = async (commands: LedgerCommand[] = []): Promise<IdentityGround> => {
  const clock = manualClock()
  const users = new Map<string, User>()
  const sessions: SessionMap = new Map()
  const keys: ApiKeyMap = new Map()
  const wallets = memoryWallets()
  const identities = new Map<string, StoredIdentity>()
  const networks: NetworkMap = new Map()
  const tokens = new Map<string, OneTimeToken>()
  const mails = new Map<string, QueuedMail>()
  const uses = new Map<string, TokenUse>()
  const responses = new Map<string, KeptResponse>()
  const webhooks = new Map<string, KeptWebhook>()
  const settings = new Map<string, NotificationSettings>()
  const deliveries = new Map<string, Delivery>()
  const actions = new Map<string, OperatorAction>()
  const agree: TransferOutcome = { tag: 'transferred', balanceAfter: null, fresh: true }
  const ledger = {
    apply: async (command: LedgerCommand) => {
      commands.push(command)
      return agree
    },
  } as Transaction['ledger']
  const stores: Stores = {
    users: memoryUsers(users),
    sessions: memorySessions(sessions),
    identities: memoryIdentities(identities),
    knownNetworks: memoryKnownNetworks(networks, users),
    usedIdentityTokens: memoryUsedIdentityTokens(uses),
    oneTimeTokens: memoryOneTimeTokens(tokens),
    mail: { ...memoryMailQueue(mails), ...memoryMailDesk(mails, users) },
    apiKeys: memoryApiKeys(keys),
    wallets,
    topUps: memoryTopUps(),
    idempotency: memoryIdempotency(),
    mediaAssets: memoryMediaAssets(),
    videoJobs: memoryVideoJobs(),
    conversations: memoryConversations(),
    messages: memoryMessages(),
    storedResponses: memoryStoredResponses(responses, (userId) => users.get(userId)?.deactivatedAt === null),
    notificationSettings: memoryNotificationSettings(settings),
    marks: memoryMarks(),
    webhooks: memoryWebhooks(webhooks, deliveries),
    deliveries: memoryDeliveryQueue(deliveries, (id) => webhooks.get(id)?.webhook.userId ?? null),
    operatorLog: memoryOperatorLog(actions),
    deploymentSwitches: memoryDeploymentSwitches(),
  }
  const secrets = memorySessionSecrets()
  return {
    clock,
    stores,
    accounts: memoryAccountDirectory(users, stores.wallets),
    unitOfWork: memoryUnitOfWork({ ...stores, ledger }, () =>
      saveMemory({
        users,
        sessions,
        keys,
        identities,
        networks,
        tokens,
        mails,
        responses,
        webhooks,
        deliveries,
        settings,
        actions,
      }),
    ),
    passwords: plainPasswords(),
    accessTokens: memoryAccessTokens(clock),
    refreshTokens: await hmacRefreshTokens({ secrets, ids: uuidV7Ids(clock), clock }),
    sessionLookup: memorySessionLookup(sessions, users),
    apiKeyLookup: memoryApiKeyLookup(keys, users, wallets),
    keySpending: memoryKeySpending(keys, wallets),
    mailer: collectingMailer(),
  }
}

/** The real adapters on a migrated database; argon2 with the least it accepts. */
export const databaseGround = async ({
  db,
  batches,
}: Pick<OpenDatabase, 'db' | 'batches'>): Promise<IdentityGround> => {
  const clock = manualClock()
  const ids = uuidV7Ids(clock)
  const ring = await openKeyRing({ keys: kyselySigningKeys(db, null), clock, monotonicMs: clock.now })
  return {
    clock,
    stores: kyselyStores(db),
    accounts: kyselyAccountDirectory(db),
    unitOfWork: kyselyUnitOfWork(db, openLedger(batches)),
    passwords: await argon2PasswordHasher({ parameters: { memoryCost: 1024, timeCost: 2, parallelism: 1 } }),
    accessTokens: jwtAccessTokens({ ring, ids, clock, issuer: 'https://gateway.test', audience: 'gateway' }),
    refreshTokens: await hmacRefreshTokens({ secrets: kyselySessionSecrets(db, null), ids, clock }),
    sessionLookup: kyselySessionLookup(db),
    apiKeyLookup: kyselyApiKeyLookup(db),
    keySpending: kyselyKeySpending(db),
    mailer: collectingMailer(),
  }
}

/** Where people sign in from in tests that are about something else. */
const SOMEWHERE = '192.0.2.1'

/** What tests leave out where it does not matter to them. */
const QUIET = { userAgent: null, locale: 'en', clientAddress: SOMEWHERE } as const
const OPERATOR = { sessionId: null, locale: null } as const

type Defaulted<Input, Defaults> = Omit<Input, keyof Defaults> & Partial<Input>

/** The use cases of identity, wired as the program wires them. Two of them on one ground are two instances. */
export const identityStack = (
  ground: IdentityGround,
  bonusMicro = { RUB: 0n, TOKEN: 0n },
  identityProviders: IdentityProviders = { google: null, yandex: null },
  registration: Registration = 'open',
) => {
  const { clock, stores, unitOfWork } = ground
  const sessions = cachedSessionLookup(ground.sessionLookup, { monotonicMs: clock.now })
  const keys = cachedApiKeyLookup(ground.apiKeyLookup, { monotonicMs: clock.now })
  const uses = keyUses({ ...stores, monotonicMs: clock.now })
  const limiter = memoryRateLimiter({ monotonicMs: clock.now })
  const deps = {
    ...ground,
    ...stores,
    ids: uuidV7Ids(clock),
    secrets: randomApiKeys,
    invalidation: localInvalidation([sessions, keys]),
    signupBonus: bonusMicro,
    oneTimeSecrets: randomOneTimeSecrets,
    identityProviders,
    admitMail: admitMail({ ...stores, limiter, clock }),
    registration,
  }
  const open = openSession(deps)
  const guesses = memoryRateLimiter({ monotonicMs: clock.now })
  const findKey = findPresentedKey({ keys, guesses })
  const authenticateKey = authenticateApiKey({ ...deps, findKey, noteUse: uses.note })
  const sendMail = sendDueMail({
    ...deps,
    settledClock: clock,
    linkOf: (kind, token) => `https://app.test/${kind}?token=${token}`,
    unsubscribeOf: ({ kind }) => ({ page: `https://app.test/${kind}`, oneClick: `https://api.test/${kind}` }),
    onFailure: () => undefined,
  })
  return {
    register: register(deps),
    selfRegister: selfRegister({ registration, register: register(deps) }),
    logIn: (input: Defaulted<LogInInput, typeof QUIET>) =>
      logIn({ ...deps, openSession: open })({ ...QUIET, ...input }),
    signInWithProvider: (input: Defaulted<SignInWithProviderInput, typeof QUIET>) =>
      signInWithProvider({ ...deps, openSession: open })({ ...QUIET, ...input }),
    unlinkIdentity: unlinkIdentity(deps),
    reauthenticate: reauthenticate(deps),
    listSessions: listSessions(deps),
    endSession: endSession(deps),
    linkIdentity: linkIdentity(deps),
    verifyEmail: verifyEmail(deps),
    /** Follows the link of a mail; alone, without a session or a password, unless one is given. */
    verify: (token: string, proof: Partial<VerifyEmailInput> = {}) =>
      verifyEmail(deps)({ password: null, caller: null, ...proof, token }),
    resendVerification: (userId: string, locale: MailLocale, clientAddress = SOMEWHERE) =>
      resendVerification(deps)(userId, locale, clientAddress),
    requestPasswordReset: (email: EmailAddress, locale: MailLocale, clientAddress = SOMEWHERE) =>
      requestPasswordReset(deps)(email, locale, clientAddress),
    resetPassword: (input: Defaulted<ResetPasswordInput, typeof QUIET & { readonly dropAccess: boolean }>) =>
      resetPassword(deps)({ ...QUIET, dropAccess: false, ...input }),
    changePassword: (input: Defaulted<ChangePasswordInput, typeof QUIET>) =>
      changePassword(deps)({ ...QUIET, ...input }),
    freeAddress: freeAddress(deps),
    sendDueMail: () => sendMail(new AbortController().signal),
    refreshSession: refreshSession(deps),
    logOut: logOut(deps),
    deactivateUser: (userId: string, locale: MailLocale = 'en') =>
      deactivateUser({ ...deps, unitOfWork })(userId, locale),
    reactivateUser: reactivateUser(deps),
    grantRole: grantRole(deps),
    revokeRole: revokeRole(deps),
    setRateLimit: setRateLimit(deps),
    createApiKey: (input: Defaulted<CreateApiKeyInput, typeof OPERATOR>) =>
      createApiKey(deps)({ ...OPERATOR, ...input }),
    changeApiKey: changeApiKey({ ...deps, alertOfLimit: alertOfLimit(deps) }),
    deleteApiKey: (input: Defaulted<DeleteApiKeyInput, typeof QUIET>) => deleteApiKey(deps)({ ...QUIET, ...input }),
    authenticateSession: authenticateSession({ ...deps, sessions }),
    authenticateApiKey: (presented: string, clientAddress = SOMEWHERE) => authenticateKey(presented, clientAddress),
    uses,
  }
}

export type IdentityStack = ReturnType<typeof identityStack>

/** Unpacks a success, or fails the test with the failure's name. */
export const good = <A>(outcome: Either<unknown, A>): A => {
  if (isLeft(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.left)}`)
  return outcome.right
}
