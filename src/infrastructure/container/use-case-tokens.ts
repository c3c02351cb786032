import type { AuthenticateApiKey } from '../../application/accounts/authenticate-api-key.ts'
import type { AuthenticateSession } from '../../application/accounts/authenticate-session.ts'
import type { ChangeApiKey } from '../../application/accounts/change-api-key.ts'
import type { ChangePassword } from '../../application/accounts/change-password.ts'
import type { ChangeProfile } from '../../application/accounts/change-profile.ts'
import type { CreateApiKey } from '../../application/accounts/create-api-key.ts'
import type { DeactivateUser } from '../../application/accounts/deactivate-user.ts'
import type { DeleteApiKey } from '../../application/accounts/delete-api-key.ts'
import type { FindUser } from '../../application/accounts/find-user.ts'
import type { FreeAddress } from '../../application/accounts/free-address.ts'
import type { KeyUses } from '../../application/accounts/key-uses.ts'
import type { LinkIdentity } from '../../application/accounts/identities/link-identity.ts'
import type { ListApiKeys } from '../../application/accounts/list-api-keys.ts'
import type { ListUsers } from '../../application/accounts/list-users.ts'
import type { LogIn } from '../../application/accounts/log-in.ts'
import type { LogOut } from '../../application/accounts/log-out.ts'
import type { OpenSession } from '../../application/accounts/open-session.ts'
import type { pruneSessions as makePruneSessions } from '../../application/accounts/prune-sessions.ts'
import type { ReactivateUser } from '../../application/accounts/reactivate-user.ts'
import type { ReadProfile } from '../../application/accounts/read-profile.ts'
import type { RefreshSession } from '../../application/accounts/refresh-session.ts'
import type { RegisterStranger } from '../../application/accounts/register-stranger.ts'
import type { Register } from '../../application/accounts/register.ts'
import type { RequestPasswordReset } from '../../application/accounts/request-password-reset.ts'
import type { ResendVerification } from '../../application/accounts/resend-verification.ts'
import type { ResetPassword } from '../../application/accounts/reset-password.ts'
import type { RotateSigningKeys } from '../../application/accounts/rotate-signing-keys.ts'
import type { SignInWithProvider } from '../../application/accounts/identities/sign-in-with-provider.ts'
import type { UnlinkIdentity } from '../../application/accounts/identities/unlink-identity.ts'
import type { EndSession } from '../../application/accounts/sessions/end-session.ts'
import type { ListSessions } from '../../application/accounts/sessions/list-sessions.ts'
import type { Reauthenticate } from '../../application/accounts/sessions/reauthenticate.ts'
import type { VerifyEmail } from '../../application/accounts/verify-email.ts'
import type { Admission } from '../../application/admission/admission.ts'
import type { AdmitLetter } from '../../application/admission/admit-letter.ts'
import type { auditLedger as makeAuditLedger } from '../../application/billing/audit-ledger.ts'
import type { checkPayment as makeCheckPayment } from '../../application/billing/check-payment.ts'
import type { receiveNotification as makeReceiveNotification } from '../../application/billing/receive-notification.ts'
import type { recheckTopUps as makeRecheckTopUps } from '../../application/billing/recheck-top-ups.ts'
import type { refundTopUp as makeRefundTopUp } from '../../application/billing/refund-top-up.ts'
import type { creditUser as makeCreditUser } from '../../application/billing/credit-user.ts'
import type { extendLeases as makeExtendLeases } from '../../application/billing/extend-leases.ts'
import type { listTopUps as makeListTopUps } from '../../application/billing/list-top-ups.ts'
import type { listTransactions as makeListTransactions } from '../../application/billing/list-transactions.ts'
import type { listWallets as makeListWallets } from '../../application/billing/list-wallets.ts'
import type { readTopUp as makeReadTopUp } from '../../application/billing/read-top-up.ts'
import type { readWallet as makeReadWallet } from '../../application/billing/read-wallet.ts'
import type { releaseLostHolds as makeReleaseLostHolds } from '../../application/billing/release-lost-holds.ts'
import type { sweepHolds as makeSweepHolds } from '../../application/billing/sweep-holds.ts'
import type { topUp as makeTopUp } from '../../application/billing/top-up.ts'
import type { ArchiveConversation } from '../../application/conversations/archive-conversation.ts'
import type { chatTurn as makeChatTurn } from '../../application/conversations/chat-turn.ts'
import type { CreateConversation } from '../../application/conversations/create-conversation.ts'
import type { createGeneration as makeCreateGeneration } from '../../application/conversations/create-generation.ts'
import type { sendMessage as makeSendMessage } from '../../application/conversations/send-message.ts'
import type { ListConversations } from '../../application/conversations/list-conversations.ts'
import type { ListGallery } from '../../application/conversations/list-gallery.ts'
import type { ListMessages } from '../../application/conversations/list-messages.ts'
import type { ReadConversation } from '../../application/conversations/read-conversation.ts'
import type { ReadMessageMedia } from '../../application/conversations/read-message-media.ts'
import type { RenameConversation } from '../../application/conversations/rename-conversation.ts'
import type { UnarchiveConversation } from '../../application/conversations/unarchive-conversation.ts'
import type { pruneMedia as makePruneMedia } from '../../application/media/prune-media.ts'
import type { readMedia as makeReadMedia } from '../../application/media/read-media.ts'
import type { Thumbnails } from '../../application/media/thumbnails.ts'
import type {
  ignoredChatFields as makeIgnoredChatFields,
  ignoredImageFields as makeIgnoredImageFields,
} from '../../application/gateway/ignored-fields.ts'
import type { createImage as makeCreateImage } from '../../application/gateway/create-image.ts'
import type { createSpeech as makeCreateSpeech } from '../../application/gateway/create-speech.ts'
import type { createVideo as makeCreateVideo } from '../../application/gateway/create-video.ts'
import type { downloadVideo as makeDownloadVideo } from '../../application/gateway/download-video.ts'
import type { createVideoGeneration as makeCreateVideoGeneration } from '../../application/conversations/create-video-generation.ts'
import type { PollMessage } from '../../application/conversations/poll-message.ts'
import type { ReadVideoGeneration } from '../../application/conversations/read-video-generation.ts'
import type { endOldFilms as makeEndOldFilms } from '../../application/gateway/end-old-films.ts'
import type { MoveVideo } from '../../application/gateway/move-video.ts'
import type { listVideos as makeListVideos } from '../../application/gateway/list-videos.ts'
import type { readReceipt as makeReadReceipt } from '../../application/gateway/read-receipt.ts'
import type { readVideo as makeReadVideo } from '../../application/gateway/read-video.ts'
import type {
  sweepLostVideos as makeSweepLostVideos,
  sweepVideos as makeSweepVideos,
} from '../../application/gateway/sweep-videos.ts'
import type { VideoTerms } from '../../domain/video/advance.ts'
import type { Circuits } from '../../application/gateway/circuits.ts'
import type { completeChat as makeCompleteChat } from '../../application/gateway/complete-chat.ts'
import type { listModels as makeListModels } from '../../application/gateway/list-models.ts'
import type { retrieveModel as makeRetrieveModel } from '../../application/gateway/retrieve-model.ts'
import type { Settlements } from '../../application/gateway/settlements.ts'
import type { streamChat as makeStreamChat } from '../../application/gateway/stream-chat.ts'
import type { extendClaims as makeExtendClaims } from '../../application/idempotency/extend-claims.ts'
import type { failLostRecords as makeFailLostRecords } from '../../application/idempotency/fail-lost-records.ts'
import type { KeyedCalls } from '../../application/idempotency/keyed-calls.ts'
import type { RunningClaims } from '../../application/idempotency/running-claims.ts'
import type { pruneMail as makePruneMail } from '../../application/mail/prune-mail.ts'
import type { sendDueMail as makeSendDueMail } from '../../application/mail/send-due-mail.ts'
import type { sweepRecords as makeSweepRecords } from '../../application/idempotency/sweep-records.ts'
import { token } from './token.ts'

/** The use cases, each bound to its dependencies in application-module.ts. */
export const archiveConversation = token<ArchiveConversation>('archiveConversation')
export const auditLedger = token<ReturnType<typeof makeAuditLedger>>('auditLedger')
export const admission = token<Admission>('admission')
export const admitLetter = token<AdmitLetter>('admitLetter')
export const authenticateApiKey = token<AuthenticateApiKey>('authenticateApiKey')
export const authenticateSession = token<AuthenticateSession>('authenticateSession')
export const changeApiKey = token<ChangeApiKey>('changeApiKey')
export const changePassword = token<ChangePassword>('changePassword')
export const changeProfile = token<ChangeProfile>('changeProfile')
export const chatTurn = token<ReturnType<typeof makeChatTurn>>('chatTurn')
export const circuits = token<Circuits>('circuits')
export const completeChat = token<ReturnType<typeof makeCompleteChat>>('completeChat')
export const createApiKey = token<CreateApiKey>('createApiKey')
export const createConversation = token<CreateConversation>('createConversation')
export const createGeneration = token<ReturnType<typeof makeCreateGeneration>>('createGeneration')
export const createVideo = token<ReturnType<typeof makeCreateVideo>>('createVideo')
export const ignoredChatFields = token<ReturnType<typeof makeIgnoredChatFields>>('ignoredChatFields')
export const ignoredImageFields = token<ReturnType<typeof makeIgnoredImageFields>>('ignoredImageFields')
export const createImage = token<ReturnType<typeof makeCreateImage>>('createImage')
export const createSpeech = token<ReturnType<typeof makeCreateSpeech>>('createSpeech')
export const createVideoGeneration = token<ReturnType<typeof makeCreateVideoGeneration>>('createVideoGeneration')
export const creditUser = token<ReturnType<typeof makeCreditUser>>('creditUser')
export const deactivateUser = token<DeactivateUser>('deactivateUser')
export const deleteApiKey = token<DeleteApiKey>('deleteApiKey')
export const downloadVideo = token<ReturnType<typeof makeDownloadVideo>>('downloadVideo')
export const endOldFilms = token<ReturnType<typeof makeEndOldFilms>>('endOldFilms')
export const endSession = token<EndSession>('endSession')
export const extendClaims = token<ReturnType<typeof makeExtendClaims>>('extendClaims')
export const extendLeases = token<ReturnType<typeof makeExtendLeases>>('extendLeases')
export const failLostRecords = token<ReturnType<typeof makeFailLostRecords>>('failLostRecords')
export const findUser = token<FindUser>('findUser')
export const freeAddress = token<FreeAddress>('freeAddress')
export const keyUses = token<KeyUses>('keyUses')
export const keyedCalls = token<KeyedCalls>('keyedCalls')
export const linkIdentity = token<LinkIdentity>('linkIdentity')
export const listApiKeys = token<ListApiKeys>('listApiKeys')
export const listConversations = token<ListConversations>('listConversations')
export const listGallery = token<ListGallery>('listGallery')
export const listMessages = token<ListMessages>('listMessages')
export const listModels = token<ReturnType<typeof makeListModels>>('listModels')
export const listSessions = token<ListSessions>('listSessions')
export const listTransactions = token<ReturnType<typeof makeListTransactions>>('listTransactions')
export const listUsers = token<ListUsers>('listUsers')
export const listVideos = token<ReturnType<typeof makeListVideos>>('listVideos')
export const listWallets = token<ReturnType<typeof makeListWallets>>('listWallets')
export const logIn = token<LogIn>('logIn')
export const logOut = token<LogOut>('logOut')
export const moveVideo = token<MoveVideo>('moveVideo')
export const pacedVideo = token<MoveVideo>('pacedVideo')
export const openSession = token<OpenSession>('openSession')
export const pollMessage = token<PollMessage>('pollMessage')
export const pruneMail = token<ReturnType<typeof makePruneMail>>('pruneMail')
export const pruneMedia = token<ReturnType<typeof makePruneMedia>>('pruneMedia')
export const pruneSessions = token<ReturnType<typeof makePruneSessions>>('pruneSessions')
export const reactivateUser = token<ReactivateUser>('reactivateUser')
export const readConversation = token<ReadConversation>('readConversation')
export const thumbnails = token<Thumbnails>('thumbnails')
export const readMedia = token<ReturnType<typeof makeReadMedia>>('readMedia')
export const readMessageMedia = token<ReadMessageMedia>('readMessageMedia')
export const readProfile = token<ReadProfile>('readProfile')
export const readReceipt = token<ReturnType<typeof makeReadReceipt>>('readReceipt')
export const checkPayment = token<ReturnType<typeof makeCheckPayment>>('checkPayment')
export const receiveNotification = token<ReturnType<typeof makeReceiveNotification>>('receiveNotification')
export const recheckTopUps = token<ReturnType<typeof makeRecheckTopUps>>('recheckTopUps')
export const refundTopUp = token<ReturnType<typeof makeRefundTopUp>>('refundTopUp')
export const listTopUps = token<ReturnType<typeof makeListTopUps>>('listTopUps')
export const readTopUp = token<ReturnType<typeof makeReadTopUp>>('readTopUp')
export const readVideo = token<ReturnType<typeof makeReadVideo>>('readVideo')
export const readVideoGeneration = token<ReadVideoGeneration>('readVideoGeneration')
export const readWallet = token<ReturnType<typeof makeReadWallet>>('readWallet')
export const reauthenticate = token<Reauthenticate>('reauthenticate')
export const refreshSession = token<RefreshSession>('refreshSession')
export const register = token<Register>('register')
export const registerStranger = token<RegisterStranger>('registerStranger')
export const releaseLostHolds = token<ReturnType<typeof makeReleaseLostHolds>>('releaseLostHolds')
export const renameConversation = token<RenameConversation>('renameConversation')
export const requestPasswordReset = token<RequestPasswordReset>('requestPasswordReset')
export const resendVerification = token<ResendVerification>('resendVerification')
export const resetPassword = token<ResetPassword>('resetPassword')
export const retrieveModel = token<ReturnType<typeof makeRetrieveModel>>('retrieveModel')
export const rotateSigningKeys = token<RotateSigningKeys>('rotateSigningKeys')
export const runningClaims = token<RunningClaims>('runningClaims')
export const sendDueMail = token<ReturnType<typeof makeSendDueMail>>('sendDueMail')
export const sendMessage = token<ReturnType<typeof makeSendMessage>>('sendMessage')
export const settlements = token<Settlements>('settlements')
export const signInWithProvider = token<SignInWithProvider>('signInWithProvider')
export const streamChat = token<ReturnType<typeof makeStreamChat>>('streamChat')
export const sweepHolds = token<ReturnType<typeof makeSweepHolds>>('sweepHolds')
export const sweepLostVideos = token<ReturnType<typeof makeSweepLostVideos>>('sweepLostVideos')
export const sweepRecords = token<ReturnType<typeof makeSweepRecords>>('sweepRecords')
export const sweepVideos = token<ReturnType<typeof makeSweepVideos>>('sweepVideos')
export const topUp = token<ReturnType<typeof makeTopUp>>('topUp')
export const unarchiveConversation = token<UnarchiveConversation>('unarchiveConversation')
export const unlinkIdentity = token<UnlinkIdentity>('unlinkIdentity')
export const videoTerms = token<VideoTerms>('videoTerms')
export const verifyEmail = token<VerifyEmail>('verifyEmail')
