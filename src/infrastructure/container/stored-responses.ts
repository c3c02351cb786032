import type { ResponseKeeping } from '../../application/responses/keeping.ts'
import { sweepResponses as makeSweepResponses } from '../../application/responses/sweep-responses.ts'
import { storedResponses } from './persistence.ts'
import { provision } from './provision.ts'
import { config, log, sealing } from './resources.ts'
import { clock } from './runtime.ts'

const keeping = provision(
  'keeping',
  (deps): ResponseKeeping => ({ days: deps.config.responsesRetentionDays, sealing: deps.sealing }),
  { config, sealing },
)

const keepingDeps = { storedResponses, keeping, clock }

export const sweepResponses = provision(
  'sweepResponses',
  ({ log: out, ...deps }) =>
    makeSweepResponses({
      ...deps,
      onBroken: ({ id }, err) => out.error({ responseId: id, err }, 'a stored response does not open'),
    }),
  { ...keepingDeps, log },
)
