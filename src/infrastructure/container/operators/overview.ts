import { readOverviewEndpoint } from '../../../adapters/http/operator/overview/read-overview.ts'
import { readOverview as makeReadOverview } from '../../../application/operators/overview/read-overview.ts'
import { audits, firstTokenLog, standingFigures, trade } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { catalog } from '../resources.ts'
import { clock } from '../runtime.ts'

const readOverview = provision('readOverview', makeReadOverview, {
  catalog,
  trade,
  firstTokenLog,
  audits,
  readStandingFigures: standingFigures,
  clock,
})

export const operatorOverviewEndpoints = [provisionOf(readOverviewEndpoint, readOverview)]
