import { changeApiKeyEndpoint } from '../../adapters/http/account/api-keys/change-api-key.ts'
import { createApiKeyEndpoint } from '../../adapters/http/account/api-keys/create-api-key.ts'
import { deleteApiKeyEndpoint } from '../../adapters/http/account/api-keys/delete-api-key.ts'
import {
  readKeyDefaultsEndpoint,
  replaceKeyDefaultsEndpoint,
} from '../../adapters/http/account/api-keys/key-defaults.ts'
import { listApiKeysEndpoint } from '../../adapters/http/account/api-keys/list-api-keys.ts'
import { changeApiKey as makeChangeApiKey } from '../../application/accounts/api-keys/change-api-key.ts'
import { alertOfLimit as makeAlertOfLimit } from '../../application/notifications/alert-of-budget.ts'
import { createApiKey as makeCreateApiKey } from '../../application/accounts/api-keys/create-api-key.ts'
import { deleteApiKey as makeDeleteApiKey } from '../../application/accounts/api-keys/delete-api-key.ts'
import {
  readKeyDefaults as makeReadKeyDefaults,
  replaceKeyDefaults as makeReplaceKeyDefaults,
} from '../../application/accounts/api-keys/key-defaults.ts'
import { keyUses as makeKeyUses } from '../../application/accounts/api-keys/key-uses.ts'
import { listApiKeys as makeListApiKeys } from '../../application/accounts/api-keys/list-api-keys.ts'
import { apiKeys, invalidation, unitOfWork } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { apiKeySecrets, clock, ids, monotonicMs } from './runtime.ts'

export const keyUses = provision('keyUses', makeKeyUses, { apiKeys, monotonicMs })
export const createApiKey = provision('createApiKey', makeCreateApiKey, {
  unitOfWork,
  secrets: apiKeySecrets,
  ids,
  clock,
})
export const listApiKeys = provision('listApiKeys', makeListApiKeys, { apiKeys, clock })
const alertOfLimit = provision('alertOfLimit', makeAlertOfLimit, { ids, clock })
const changeApiKey = provision('changeApiKey', makeChangeApiKey, { unitOfWork, invalidation, clock, alertOfLimit })
export const deleteApiKey = provision('deleteApiKey', makeDeleteApiKey, { unitOfWork, invalidation, ids, clock })

const readKeyDefaults = provision('readKeyDefaults', makeReadKeyDefaults, { apiKeys })
const replaceKeyDefaults = provision('replaceKeyDefaults', makeReplaceKeyDefaults, { apiKeys })

export const apiKeyEndpoints = [
  provisionOf(listApiKeysEndpoint, listApiKeys),
  provisionOf(readKeyDefaultsEndpoint, readKeyDefaults),
  provisionOf(replaceKeyDefaultsEndpoint, replaceKeyDefaults),
  provisionOf(createApiKeyEndpoint, createApiKey),
  provisionOf(changeApiKeyEndpoint, changeApiKey),
  provisionOf(deleteApiKeyEndpoint, deleteApiKey),
]
