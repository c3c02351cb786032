import { changeApiKeyEndpoint } from '../../adapters/http/accounts/change-api-key.ts'
import { changePasswordEndpoint } from '../../adapters/http/accounts/change-password.ts'
import { changeProfileEndpoint } from '../../adapters/http/accounts/change-profile.ts'
import { createApiKeyEndpoint } from '../../adapters/http/accounts/create-api-key.ts'
import { deleteAccountEndpoint } from '../../adapters/http/accounts/delete-account.ts'
import { deleteApiKeyEndpoint } from '../../adapters/http/accounts/delete-api-key.ts'
import { forgotPasswordEndpoint } from '../../adapters/http/accounts/forgot-password.ts'
import { linkGoogleEndpoint, linkYandexEndpoint } from '../../adapters/http/accounts/identities/link-identity.ts'
import { listApiKeysEndpoint } from '../../adapters/http/accounts/list-api-keys.ts'
import { logInEndpoint } from '../../adapters/http/accounts/log-in.ts'
import { logOutEndpoint } from '../../adapters/http/accounts/log-out.ts'
import { readJwksEndpoint } from '../../adapters/http/accounts/read-jwks.ts'
import { readProfileEndpoint } from '../../adapters/http/accounts/read-profile.ts'
import { refreshSessionEndpoint } from '../../adapters/http/accounts/refresh-session.ts'
import { registerEndpoint } from '../../adapters/http/accounts/register.ts'
import { resendVerificationEndpoint } from '../../adapters/http/accounts/resend-verification.ts'
import { resetPasswordEndpoint } from '../../adapters/http/accounts/reset-password.ts'
import {
  googleSignInEndpoint,
  yandexSignInEndpoint,
} from '../../adapters/http/accounts/identities/sign-in-with-provider.ts'
import { unlinkGoogleEndpoint, unlinkYandexEndpoint } from '../../adapters/http/accounts/identities/unlink-identity.ts'
import { endSessionEndpoint } from '../../adapters/http/accounts/sessions/end-session.ts'
import { listSessionsEndpoint } from '../../adapters/http/accounts/sessions/list-sessions.ts'
import { reauthenticateEndpoint } from '../../adapters/http/accounts/sessions/reauthenticate.ts'
import { verifyEmailEndpoint } from '../../adapters/http/accounts/verify-email.ts'
import { createTopUpEndpoint } from '../../adapters/http/billing/create-top-up.ts'
import { listTransactionsEndpoint } from '../../adapters/http/billing/list-transactions.ts'
import { listWalletsEndpoint } from '../../adapters/http/billing/list-wallets.ts'
import { listTopUpsEndpoint } from '../../adapters/http/billing/list-top-ups.ts'
import { readTopUpEndpoint } from '../../adapters/http/billing/read-top-up.ts'
import { readWalletEndpoint } from '../../adapters/http/billing/read-wallet.ts'
import { receiveNotificationEndpoint } from '../../adapters/http/billing/receive-notification.ts'
import { archiveConversationEndpoint } from '../../adapters/http/conversations/archive-conversation.ts'
import { createConversationEndpoint } from '../../adapters/http/conversations/create-conversation.ts'
import { createChatTurnEndpoint } from '../../adapters/http/conversations/create-chat-turn.ts'
import { createGenerationEndpoint } from '../../adapters/http/conversations/create-generation.ts'
import { listConversationsEndpoint } from '../../adapters/http/conversations/list-conversations.ts'
import { listGalleryEndpoint } from '../../adapters/http/conversations/list-gallery.ts'
import { listMessagesEndpoint } from '../../adapters/http/conversations/list-messages.ts'
import { createVideoGenerationEndpoint } from '../../adapters/http/conversations/create-video-generation.ts'
import { pollMessageEndpoint } from '../../adapters/http/conversations/poll-message.ts'
import { readVideoGenerationEndpoint } from '../../adapters/http/conversations/read-video-generation.ts'
import { readConversationEndpoint } from '../../adapters/http/conversations/read-conversation.ts'
import { readMessageMediaEndpoint } from '../../adapters/http/conversations/read-message-media.ts'
import { renameConversationEndpoint } from '../../adapters/http/conversations/rename-conversation.ts'
import { sendMessageEndpoint } from '../../adapters/http/conversations/send-message.ts'
import { unarchiveConversationEndpoint } from '../../adapters/http/conversations/unarchive-conversation.ts'
import { readCatalogEndpoint } from '../../adapters/http/conversations/read-catalog.ts'
import type { Endpoint } from '../../adapters/http/endpoint.ts'
import { createChatCompletionEndpoint } from '../../adapters/http/gateway/create-chat-completion.ts'
import { editImagesEndpoint, generateImagesEndpoint } from '../../adapters/http/gateway/create-image.ts'
import { createSpeechEndpoint } from '../../adapters/http/gateway/create-speech.ts'
import { createVideoEndpoint } from '../../adapters/http/gateway/create-video.ts'
import { downloadLegacyVideoEndpoint, downloadVideoEndpoint } from '../../adapters/http/gateway/download-video.ts'
import { createLegacyVideoEndpoint, retrieveLegacyVideoEndpoint } from '../../adapters/http/gateway/legacy-videos.ts'
import { listVideosEndpoint } from '../../adapters/http/gateway/list-videos.ts'
import { readReceiptEndpoint } from '../../adapters/http/gateway/read-receipt.ts'
import { retrieveVideoEndpoint } from '../../adapters/http/gateway/retrieve-video.ts'
import { listModelsEndpoint } from '../../adapters/http/gateway/list-models.ts'
import { retrieveModelEndpoint } from '../../adapters/http/gateway/retrieve-model.ts'
import { readDatabaseHealthEndpoint } from '../../adapters/http/health/read-database-health.ts'
import { readHealthEndpoint } from '../../adapters/http/health/read-health.ts'
import { readMediaEndpoint } from '../../adapters/http/media/read-media.ts'
import { withReference } from '../../adapters/http/openapi/with-reference.ts'
import { bindCli } from '../bind-cli.ts'
import { pingDatabase } from '../ping-database.ts'
import { recordOperation } from '../record-operation.ts'
import { VERSION } from '../version.ts'
import * as face from './interface-tokens.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { moduleOf, provide, type Token } from './token.ts'
import * as use from './use-case-tokens.ts'

/** Every endpoint, made from what it calls: the list is the API. */
const endpointList = {
  catalog: resource.catalog,
  config: resource.config,
  health: resource.database,
  limitsMode: resource.limitsMode,
  clock: port.clock,
  accessTokens: port.accessTokens,
  ...use,
} satisfies Readonly<Record<string, Token<unknown>>>

type Needs = { readonly [K in keyof typeof endpointList]: (typeof endpointList)[K] extends Token<infer T> ? T : never }

/** What people say to models and what comes of it. */
const conversationEndpointsOf = (needs: Needs): readonly Endpoint[] => [
  listGalleryEndpoint(needs.listGallery),
  createConversationEndpoint(needs.createConversation),
  listConversationsEndpoint(needs.listConversations),
  readConversationEndpoint(needs.readConversation),
  renameConversationEndpoint(needs.renameConversation),
  archiveConversationEndpoint(needs.archiveConversation),
  unarchiveConversationEndpoint(needs.unarchiveConversation),
  listMessagesEndpoint(needs.listMessages),
  readMessageMediaEndpoint(needs.readMessageMedia),
  sendMessageEndpoint(needs.sendMessage),
  createChatTurnEndpoint(needs.chatTurn),
  createGenerationEndpoint(needs.createGeneration),
  pollMessageEndpoint(needs.pollMessage),
  createVideoGenerationEndpoint(needs.createVideoGeneration),
  readVideoGenerationEndpoint(needs.readVideoGeneration),
]

const endpointsOf = (needs: Needs): readonly Endpoint[] => [
  listModelsEndpoint(needs.listModels),
  retrieveModelEndpoint(needs.retrieveModel),
  createChatCompletionEndpoint(needs),
  generateImagesEndpoint(needs),
  editImagesEndpoint(needs),
  createSpeechEndpoint(needs),

  readReceiptEndpoint(needs.readReceipt),

  createVideoEndpoint(needs.createVideo, needs.keyedCalls),
  listVideosEndpoint(needs.listVideos),
  retrieveVideoEndpoint(needs.readVideo),
  downloadVideoEndpoint(needs.downloadVideo),
  createLegacyVideoEndpoint(needs.createVideo, needs.keyedCalls),
  retrieveLegacyVideoEndpoint(needs.readVideo),
  downloadLegacyVideoEndpoint(needs.downloadVideo),
  readMediaEndpoint(needs.readMedia),

  registerEndpoint(needs.registerStranger),
  logInEndpoint(needs.logIn),
  refreshSessionEndpoint(needs.refreshSession),
  logOutEndpoint(needs.logOut),
  googleSignInEndpoint(needs.signInWithProvider),
  yandexSignInEndpoint(needs.signInWithProvider),
  verifyEmailEndpoint(needs.verifyEmail),
  resendVerificationEndpoint(needs.resendVerification),
  forgotPasswordEndpoint(needs.requestPasswordReset),
  resetPasswordEndpoint(needs.resetPassword),
  readJwksEndpoint(needs.accessTokens),
  readProfileEndpoint(needs.readProfile),
  changeProfileEndpoint(needs.changeProfile),
  deleteAccountEndpoint(needs.deactivateUser),
  changePasswordEndpoint(needs.changePassword),
  linkGoogleEndpoint(needs.linkIdentity),
  linkYandexEndpoint(needs.linkIdentity),
  unlinkGoogleEndpoint(needs.unlinkIdentity),
  unlinkYandexEndpoint(needs.unlinkIdentity),
  listSessionsEndpoint(needs.listSessions),
  endSessionEndpoint(needs.endSession),
  reauthenticateEndpoint(needs.reauthenticate),
  listApiKeysEndpoint(needs.listApiKeys),
  createApiKeyEndpoint(needs.createApiKey),
  changeApiKeyEndpoint(needs.changeApiKey),
  deleteApiKeyEndpoint(needs.deleteApiKey),

  listWalletsEndpoint(needs.listWallets),
  readWalletEndpoint(needs.readWallet),
  listTransactionsEndpoint(needs.listTransactions),
  createTopUpEndpoint(needs.topUp),
  listTopUpsEndpoint(needs.listTopUps),
  readTopUpEndpoint(needs.readTopUp),
  receiveNotificationEndpoint({
    receiveNotification: needs.receiveNotification,
    isProviderAddress: needs.config.yookassa?.isNotifier ?? (() => false),
  }),

  readCatalogEndpoint(needs.catalog),
  ...conversationEndpointsOf(needs),

  readHealthEndpoint(() => ({ limits: needs.limitsMode() })),
  readDatabaseHealthEndpoint(() => pingDatabase(needs.health)),
]

/** What faces outwards. */
export const interfacesModule = moduleOf([
  provide(
    face.endpoints,
    (needs) => {
      const { publicBaseUrl, host, port } = needs.config
      const baseUrl = publicBaseUrl ?? `http://${host}:${port}`
      return withReference(endpointsOf(needs), { version: VERSION, serverUrl: publicBaseUrl ?? '/', baseUrl })
    },
    endpointList,
  ),
  provide(face.recordOperation, recordOperation, {
    operations: port.operatorLog,
    ids: port.ids,
    clock: port.clock,
    log: resource.log,
  }),
  provide(face.cliUseCases, bindCli, {
    listUsers: use.listUsers,
    listWallets: use.listWallets,
    findUser: use.findUser,
    creditUser: use.creditUser,
    deactivateUser: use.deactivateUser,
    reactivateUser: use.reactivateUser,
    freeAddress: use.freeAddress,
    rotateSigningKeys: use.rotateSigningKeys,
    keyRing: resource.keyRing,
    createApiKey: use.createApiKey,
    deleteApiKey: use.deleteApiKey,
    listApiKeys: use.listApiKeys,
    register: use.register,
    listTopUps: use.listTopUps,
    operations: port.operatorLog,
    auditLedger: use.auditLedger,
    refundTopUp: use.refundTopUp,
    sweepHolds: use.sweepHolds,
    pruneMedia: use.pruneMedia,
    ids: port.ids,
  }),
])
