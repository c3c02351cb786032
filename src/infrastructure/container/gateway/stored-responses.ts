import { listInputItemsEndpoint } from '../../../adapters/http/openai/responses/list-input-items.ts'
import { deleteResponseEndpoint, readResponseEndpoint } from '../../../adapters/http/openai/responses/read-response.ts'
import { continueResponse as makeContinueResponse } from '../../../application/responses/continue-response.ts'
import { findItems as makeFindItems } from '../../../application/responses/find-items.ts'
import type { ResponseKeeping } from '../../../application/responses/keeping.ts'
import {
  deleteResponse as makeDeleteResponse,
  readInputItems as makeReadInputItems,
  readResponse as makeReadResponse,
} from '../../../application/responses/read-response.ts'
import {
  recordResponse as makeRecordResponse,
  storesResponses,
} from '../../../application/responses/record-response.ts'
import { sweepResponses as makeSweepResponses } from '../../../application/responses/sweep-responses.ts'
import { storedResponses, sweptResponses } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { config, log, sealing } from '../resources.ts'
import { clock, settledClock, timer } from '../runtime.ts'

const keeping = provision(
  'keeping',
  (deps): ResponseKeeping => ({ days: deps.config.responsesRetentionDays, sealing: deps.sealing }),
  { config, sealing },
)

const keepingDeps = { storedResponses, keeping, clock }

const continueResponse = provision('continueResponse', makeContinueResponse, { ...keepingDeps, timer })
const recordResponse = provision(
  'recordResponse',
  ({ log: out, ...deps }) =>
    makeRecordResponse({
      ...deps,
      onLost: (operationId, err) => out.error({ operationId, err }, 'a response could not be stored'),
    }),
  { ...keepingDeps, log },
)
const readResponse = provision('readResponse', makeReadResponse, keepingDeps)
const readInputItems = provision('readInputItems', makeReadInputItems, { ...keepingDeps, timer })
const deleteResponse = provision('deleteResponse', makeDeleteResponse, keepingDeps)

/** What answering a request takes of the stored responses. */
export const storingDeps = {
  continueResponse,
  findItems: provision('findItems', makeFindItems, keepingDeps),
  recordResponse,
  storesResponses: provision('storesResponses', (deps) => storesResponses(deps.keeping), { keeping }),
}

export const storedResponseEndpoints = [
  provisionOf(readResponseEndpoint, readResponse),
  provisionOf(deleteResponseEndpoint, deleteResponse),
  provisionOf(listInputItemsEndpoint, readInputItems),
]

export const sweepResponses = provision(
  'sweepResponses',
  ({ log: out, config: { responsesQuotaBytes: quotaBytes }, ...deps }) =>
    makeSweepResponses({
      ...deps,
      quotaBytes,
      onOverQuota: (userId, removed) =>
        out.info({ userId, removed }, 'an account had more stored responses than its quota, and lost the idlest'),
      onBroken: ({ id }, err) => out.error({ responseId: id, err }, 'a stored response does not open'),
    }),
  { keeping, storedResponses: sweptResponses, clock: settledClock, config, log },
)
