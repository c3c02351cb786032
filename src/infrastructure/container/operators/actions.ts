import { listOperatorActionsEndpoint } from '../../../adapters/http/operator/actions/list-actions.ts'
import { listActions as makeListActions } from '../../../application/operators/list-actions.ts'
import { operatorLog } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'

const listActions = provision('listActions', makeListActions, { operatorLog })

export const operatorActionEndpoints = [provisionOf(listOperatorActionsEndpoint, listActions)]
