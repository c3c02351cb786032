import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { switchName } from '../../../domain/routing/deployment-switch.ts'
import type { SwitchedOff } from '../../../domain/routing/deployment-switch.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { DeploymentSwitches } from '../../ports/process/deployment-switches.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { RunningCatalog } from '../../ports/process/running-catalog.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import { isOffered } from './is-offered.ts'

interface SwitchProviderDeps {
  readonly runningCatalog: Pick<RunningCatalog, 'current'>
  readonly switches: DeploymentSwitches
  readonly unitOfWork: UnitOfWork
  readonly invalidation: Invalidation
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface SwitchProviderInput {
  readonly operatorId: string
  readonly provider: string
  /** Null: the whole provider, with the models that it gets later. */
  readonly upstreamModel: string | null
  readonly isOn: boolean
  readonly reason: string | null
}

/** `unknown_deployment`: the catalogue names no such provider, or offers no such model of it. */
type SwitchProviderFailure = NoOperator | { readonly tag: 'unknown_deployment' }

/** Null: it is on. */
export type SwitchProvider = (input: SwitchProviderInput) => Promise<Either<SwitchProviderFailure, SwitchedOff | null>>

/**
 * Switches a provider, or one model of it, off or on. Routing leaves out what is off: in this process at once, in
 * others within five seconds, or at once where there is a Redis. Calls under way go on, and so do videos that were
 * ordered. What was taken out of the catalogue can still be switched on.
 */
export const switchProvider =
  (deps: SwitchProviderDeps): SwitchProvider =>
  async (input) => {
    const { operatorId, provider, upstreamModel, isOn, reason } = input
    const name = switchName(input)
    const since = new Date(deps.clock.now())
    const switched = await deps.unitOfWork.transact<SwitchProviderFailure, SwitchedOff | null>(async (stores) => {
      const { deploymentSwitches } = stores
      const before = (await deploymentSwitches.all()).find((each) => switchName(each) === name) ?? null
      if (before === null && !isOffered(deps.runningCatalog.current(), input))
        return left({ tag: 'unknown_deployment' })
      const after = isOn ? null : { provider, upstreamModel, since: before?.since ?? since, reason }
      if (after === null) await deploymentSwitches.remove({ provider, upstreamModel })
      else await deploymentSwitches.add(after)
      const noted = await noteAction(deps, stores, {
        operatorId,
        command: isOn ? 'providers switch on' : 'providers switch off',
        subject: name,
        arguments: { provider, ...(upstreamModel === null ? {} : { upstream_model: upstreamModel }) },
        before: { on: before === null, reason: before?.reason ?? null },
        after: { on: isOn, reason: after?.reason ?? null },
        reason,
      })
      return isLeft(noted) ? noted : right(after)
    })
    if (isLeft(switched)) return switched
    // The change is durable by now: the loop would find it too.
    await deps.switches.refresh().catch(() => undefined)
    await deps.invalidation.announce({ tag: 'deployments', id: name })
    return switched
  }
