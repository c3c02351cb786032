import { listOperatorActionsEndpoint } from '../../../adapters/http/operator/actions/list-actions.ts'
import { listActions as makeListActions } from '../../../application/operators/list-actions.ts'
import { operations } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'

const listActions = provision('listActions', makeListActions, { operations })

export const operatorActionEndpoints = [provisionOf(listOperatorActionsEndpoint, listActions)]
