import { accountSurface } from '../../adapters/http/account/surface.ts'
import { operatorSurface } from '../../adapters/http/operator/surface.ts'
import { openAiSurface } from '../../adapters/http/openai/surface.ts'
import { responsesSurface } from '../../adapters/http/openai/responses/surface.ts'
import { readDatabaseHealthEndpoint } from '../../adapters/http/service/read-database-health.ts'
import { readHealthEndpoint } from '../../adapters/http/service/read-health.ts'
import { messagesSurface } from '../../adapters/http/messages/surface.ts'
import { serviceSurface } from '../../adapters/http/service/surface.ts'
import { withDocumentation } from '../../adapters/http/service/with-documentation.ts'
import type { Surface } from '../../adapters/http/surface/surface.ts'
import type { CliUseCases } from '../../adapters/cli/commands.ts'
import { recordCommand as makeRecordCommand } from '../commands/record-command.ts'
import { readDocumentationSources } from '../resources/documentation-sources.ts'
import { pingDatabase } from '../resources/ping-database.ts'
import { VERSION } from '../version.ts'
import {
  accountEndpoints,
  deactivateUser,
  findUser,
  freeAddress,
  grantRole,
  listUsers,
  reactivateUser,
  register,
  revokeRole,
  setRateLimit,
} from './accounts.ts'
import { apiKeyEndpoints, createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts'
import {
  auditLedger,
  billingEndpoints,
  creditUser,
  listTopUps,
  recountUsage,
  refundTopUp,
  resolveRefund,
} from './billing.ts'
import { conversationEndpoints } from './conversations.ts'
import { gatewayEndpoints } from './gateway/openai.ts'
import { mediaEndpoints, pruneMedia } from './media.ts'
import { messagesEndpoints, modelEndpoints } from './gateway/messages.ts'
import { receiptEndpoints, sweepHolds } from './metering.ts'
import { notificationEndpoints } from './notifications/notifications.ts'
import { operatorAccountEndpoints } from './operators/accounts.ts'
import { operatorProviderEndpoints } from './operators/providers.ts'
import { operatorActionEndpoints } from './operators/actions.ts'
import { operatorJobEndpoints } from './operators/jobs.ts'
import { operatorMailEndpoints } from './operators/mail.ts'
import { operatorOverviewEndpoints } from './operators/overview.ts'
import { operatorTopUpEndpoints, readAnyTopUp } from './operators/top-ups.ts'
import { operatorLog } from './persistence.ts'
import { provision, provisionList } from './provision.ts'
import { apiUrl } from '../config/local-url.ts'
import { catalog, config, database, limitsMode, log } from './resources.ts'
import { clock, ids } from './runtime.ts'
import { responsesEndpoints } from './gateway/responses.ts'
import { consoleEndpoints, rotateSigningKeys, sessionEndpoints } from './sessions.ts'
import { catalogReach, reloadCatalog } from './operators/running-catalog.ts'
import { spendingEndpoints } from './gateway/spending.ts'
import { turnEndpoints } from './turns.ts'
import { usageEndpoints } from './usage.ts'
import { videoEndpoints } from './gateway/videos.ts'
import { webhookEndpoints } from './notifications/webhooks.ts'

/** Every surface of the API, in the order of the documentation. */
export const surfaces: readonly Surface[] = [
  openAiSurface,
  responsesSurface,
  messagesSurface,
  accountSurface,
  operatorSurface,
  serviceSurface,
]

/** In whose words the console refuses a visitor who asks too often. */
export const consoleSurface: Surface = accountSurface

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
  ...usageEndpoints,
  ...notificationEndpoints,
  ...webhookEndpoints,
  ...turnEndpoints,
  ...conversationEndpoints,
  ...operatorOverviewEndpoints,
  ...operatorAccountEndpoints,
  ...operatorTopUpEndpoints,
  ...operatorMailEndpoints,
  ...operatorJobEndpoints,
  ...operatorActionEndpoints,
  ...operatorProviderEndpoints,
  ...healthEndpoints,
])
const endpointsOfConsole = provisionList('endpointsOfConsole', consoleEndpoints)

export const endpoints = provision(
  'endpoints',
  ({ config: settings, catalog: { models }, features, ofConsole }) =>
    withDocumentation(
      settings.console ? [...features, ...ofConsole] : features,
      {
        surfaces,
        version: VERSION,
        serverUrl: settings.publicBaseUrl ?? '/',
        baseUrl: apiUrl(settings),
      },
      { ...readDocumentationSources(), modelsWithoutSandbox: settings.sandbox ? null : [...models.values()] },
    ),
  { config, catalog, features: featureEndpoints, ofConsole: endpointsOfConsole },
)

export const recordCommand = provision('recordCommand', makeRecordCommand, {
  operatorLog,
  findUser,
  ids,
  clock,
  log,
})
export const cliUseCases = provision('cliUseCases', (useCases: CliUseCases) => useCases, {
  listUsers,
  findUser,
  creditUser,
  deactivateUser,
  reactivateUser,
  freeAddress,
  setRateLimit,
  grantRole,
  revokeRole,
  rotateSigningKeys,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  register,
  listTopUps,
  readAnyTopUp,
  operatorLog,
  auditLedger,
  refundTopUp,
  resolveRefund,
  sweepHolds,
  recountUsage,
  pruneMedia,
  reloadCatalog,
  catalogReach,
  ids,
})
