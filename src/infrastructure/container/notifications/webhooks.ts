import { changeWebhookEndpoint } from '../../../adapters/http/account/webhooks/change-webhook.ts'
import { createWebhookEndpoint } from '../../../adapters/http/account/webhooks/create-webhook.ts'
import { deleteWebhookEndpoint } from '../../../adapters/http/account/webhooks/delete-webhook.ts'
import { listDeliveriesEndpoint } from '../../../adapters/http/account/webhooks/list-deliveries.ts'
import { listWebhooksEndpoint } from '../../../adapters/http/account/webhooks/list-webhooks.ts'
import { redeliverEndpoint } from '../../../adapters/http/account/webhooks/redeliver.ts'
import { rotateWebhookSecretEndpoint } from '../../../adapters/http/account/webhooks/rotate-webhook-secret.ts'
import { testWebhookEndpoint } from '../../../adapters/http/account/webhooks/test-webhook.ts'
import { randomWebhookSecrets } from '../../../adapters/security/random-webhook-secrets.ts'
import { guardedWebhookSender } from '../../../adapters/url-fetcher/guarded-webhook-sender.ts'
import { changeWebhook as makeChangeWebhook } from '../../../application/webhooks/change-webhook.ts'
import { createWebhook as makeCreateWebhook } from '../../../application/webhooks/create-webhook.ts'
import { deleteWebhook as makeDeleteWebhook } from '../../../application/webhooks/delete-webhook.ts'
import { deliverDue as makeDeliverDue } from '../../../application/webhooks/deliver-due.ts'
import { listDeliveries as makeListDeliveries } from '../../../application/webhooks/list-deliveries.ts'
import { listWebhooks as makeListWebhooks } from '../../../application/webhooks/list-webhooks.ts'
import { pruneDeliveries as makePruneDeliveries } from '../../../application/webhooks/prune-deliveries.ts'
import { redeliver as makeRedeliver } from '../../../application/webhooks/redeliver.ts'
import { rotateWebhookSecret as makeRotateWebhookSecret } from '../../../application/webhooks/rotate-webhook-secret.ts'
import { testWebhook as makeTestWebhook } from '../../../application/webhooks/test-webhook.ts'
import { deliveries, unitOfWork, users, webhooks } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { webhookRules, wrapping } from '../resources.ts'
import { clock, ids, settledClock } from '../runtime.ts'

const webhookSecrets = provision('webhookSecrets', () => randomWebhookSecrets, {})
const sender = provision('webhookSender', ({ rules: { urls } }) => guardedWebhookSender({ rules: urls }), {
  rules: webhookRules,
})

const createWebhook = provision('createWebhook', makeCreateWebhook, {
  unitOfWork,
  webhookSecrets,
  wrapping,
  webhookRules,
  ids,
  clock,
})
const changeWebhook = provision('changeWebhook', makeChangeWebhook, { unitOfWork, webhookRules, clock })
const deleteWebhook = provision('deleteWebhook', makeDeleteWebhook, { unitOfWork })
const listWebhooks = provision('listWebhooks', makeListWebhooks, { webhooks })
const rotateWebhookSecret = provision('rotateWebhookSecret', makeRotateWebhookSecret, {
  unitOfWork,
  webhookSecrets,
  wrapping,
  clock,
})
const testWebhook = provision('testWebhook', makeTestWebhook, { unitOfWork, ids, clock })
const listDeliveries = provision('listDeliveries', makeListDeliveries, { webhooks, deliveries })
const redeliver = provision('redeliver', makeRedeliver, { unitOfWork, ids, clock })

export const deliverDue = provision('deliverDue', (deps) => makeDeliverDue({ ...deps, chance: Math.random }), {
  deliveries,
  webhooks,
  users,
  unitOfWork,
  wrapping,
  sender,
  ids,
  clock,
})
export const pruneDeliveries = provision('pruneDeliveries', makePruneDeliveries, { deliveries, clock: settledClock })

export const webhookEndpoints = [
  provisionOf(listWebhooksEndpoint, listWebhooks),
  provisionOf(createWebhookEndpoint, createWebhook),
  provisionOf(changeWebhookEndpoint, changeWebhook),
  provisionOf(deleteWebhookEndpoint, deleteWebhook),
  provisionOf(rotateWebhookSecretEndpoint, rotateWebhookSecret),
  provisionOf(testWebhookEndpoint, testWebhook),
  provisionOf(listDeliveriesEndpoint, listDeliveries),
  provisionOf(redeliverEndpoint, redeliver),
]
