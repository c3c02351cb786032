import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AccountStates } from '../../../../application/operators/accounts/change-state.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { reasonField } from '../reason-field.ts'
import { accountParams } from './account-wire.ts'

const reasonBody = t.type({ reason: reasonField }, 'AccountStateRequest')

const stateEndpoint = (
  verb: keyof AccountStates,
  states: AccountStates,
  { summary, done }: { readonly summary: string; readonly done: string },
): Endpoint =>
  endpoint({
    id: `${verb}Account`,
    method: 'POST',
    path: `/v1/operator/accounts/:account_id/${verb}`,
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary,
    params: accountParams,
    body: reasonBody,
    success: { status: 204, description: done },
    failures: ['not_found'],
    handle: async ({ params, body: { reason } }, { userId: operatorId }) => {
      const changed = await states[verb]({ operatorId, accountId: params.account_id, reason })
      return isLeft(changed) ? changed : right(noContent)
    },
  })

export const deactivateAccountEndpoint = (states: AccountStates): Endpoint =>
  stateEndpoint('deactivate', states, {
    summary: 'Close an account',
    done: 'Closed: its sessions are over and its keys are refused. Its owner gets a mail message.',
  })

export const reactivateAccountEndpoint = (states: AccountStates): Endpoint =>
  stateEndpoint('reactivate', states, {
    summary: 'Open a closed account again',
    done: 'Open: its keys work as before; its owner has to sign in again.',
  })
