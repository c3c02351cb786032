import { accountSurface } from '../../adapters/http/account/surface.ts'
import { openAiSurface } from '../../adapters/http/openai/surface.ts'
import { responsesSurface } from '../../adapters/http/openai/responses/surface.ts'
import { readDatabaseHealthEndpoint } from '../../adapters/http/service/read-database-health.ts'
import { readHealthEndpoint } from '../../adapters/http/service/read-health.ts'
import { messagesSurface } from '../../adapters/http/messages/surface.ts'
import { serviceSurface } from '../../adapters/http/service/surface.ts'
import { withDocumentation } from '../../adapters/http/service/with-documentation.ts'
import type { Surface } from '../../adapters/http/surface/surface.ts'
import type { CliUseCases } from '../../adapters/cli/commands.ts'
import { recordOperation as makeRecordOperation } from '../commands/record-operation.ts'
import { pingDatabase } from '../resources/ping-database.ts'
import { VERSION } from '../version.ts'
import {
  accountEndpoints,
  deactivateUser,
  findUser,
  freeAddress,
  listUsers,
  reactivateUser,
  register,
} from './accounts.ts'
import { apiKeyEndpoints, createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts'
import { auditLedger, billingEndpoints, creditUser, listTopUps, listWallets, refundTopUp } from './billing.ts'
import { conversationEndpoints } from './conversations.ts'
import { gatewayEndpoints } from './gateway.ts'
import { mediaEndpoints, pruneMedia } from './media.ts'
import { messagesEndpoints, modelEndpoints } from './gateway/messages.ts'
import { receiptEndpoints, sweepHolds } from './metering.ts'
import { operations } from './persistence.ts'
import { provision, provisionList } from './provision.ts'
import { config, database, limitsMode, log } from './resources.ts'
import { clock, ids } from './runtime.ts'
import { responsesEndpoints } from './gateway/responses.ts'
import { rotateSigningKeys, sessionEndpoints } from './sessions.ts'
import { spendingEndpoints } from './gateway/spending.ts'
import { turnEndpoints } from './turns.ts'
import { videoEndpoints } from './videos.ts'

/** Every surface of the API, in the order of the documentation. */
export const surfaces: readonly Surface[] = [
  openAiSurface,
  responsesSurface,
  messagesSurface,
  accountSurface,
  serviceSurface,
]

const healthEndpoints = [
  provision('readHealthEndpoint', (deps) => readHealthEndpoint(() => ({ limits: deps.limitsMode() })), { limitsMode }),
  provision('readDatabaseHealthEndpoint', (deps) => readDatabaseHealthEndpoint(() => pingDatabase(deps.database)), {
    database,
  }),
]

/** Every endpoint of every feature: the list is the API. */
const featureEndpoints = provisionList('featureEndpoints', [
  ...modelEndpoints,
  ...gatewayEndpoints,
  ...messagesEndpoints,
  ...responsesEndpoints,
  ...receiptEndpoints,
  ...spendingEndpoints,
  ...videoEndpoints,
  ...mediaEndpoints,
  ...sessionEndpoints,
  ...accountEndpoints,
  ...apiKeyEndpoints,
  ...billingEndpoints,
  ...turnEndpoints,
  ...conversationEndpoints,
  ...healthEndpoints,
])
export const endpoints = provision(
  'endpoints',
  ({ config: { publicBaseUrl, host, port }, features }) =>
    withDocumentation(features, {
      surfaces,
      version: VERSION,
      serverUrl: publicBaseUrl ?? '/',
      baseUrl: publicBaseUrl ?? `http://${host}:${port}`,
    }),
  { config, features: featureEndpoints },
)

export const recordOperation = provision('recordOperation', makeRecordOperation, { operations, ids, clock, log })
export const cliUseCases = provision('cliUseCases', (useCases: CliUseCases) => useCases, {
  listUsers,
  listWallets,
  findUser,
  creditUser,
  deactivateUser,
  reactivateUser,
  freeAddress,
  rotateSigningKeys,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  register,
  listTopUps,
  operations,
  auditLedger,
  refundTopUp,
  sweepHolds,
  pruneMedia,
  ids,
})
