import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { CatalogProblems, OfferedNow, RunningCatalog } from '../ports/process/running-catalog.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import { noteAction } from './note-action.ts'
import type { NoOperator } from './note-action.ts'
import type { ReloadCatalog } from './reload-catalog.ts'

interface ReloadByOperatorDeps {
  readonly runningCatalog: Pick<RunningCatalog, 'current'>
  readonly reloadCatalog: ReloadCatalog
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface ReloadReport {
  /** What is served now. */
  readonly offered: OfferedNow
  /** Why it is the old catalogue still; empty where it is the new one. */
  readonly problems: CatalogProblems
}

interface ReloadByOperatorInput {
  readonly operatorId: string
  readonly reason: string | null
}

export type ReloadByOperator = (input: ReloadByOperatorInput) => Promise<Either<NoOperator, ReloadReport>>

/** A reload that an operator asked for in a session; the log of operators has it, also one that was refused. */
export const reloadByOperator =
  (deps: ReloadByOperatorDeps): ReloadByOperator =>
  async ({ operatorId, reason }) => {
    const { version: before } = deps.runningCatalog.current()
    const reloaded = await deps.reloadCatalog()
    const offered = deps.runningCatalog.current()
    const problems = isLeft(reloaded) ? reloaded.left : []
    const noted = await deps.unitOfWork.transact<NoOperator, null>((stores) =>
      noteAction(deps, stores, {
        operatorId,
        command: 'catalog reload',
        subject: null,
        arguments: {},
        before: { version: before },
        after: { version: offered.version, problems: problems.length },
        reason,
      }),
    )
    return isLeft(noted) ? noted : right({ offered, problems })
  }
