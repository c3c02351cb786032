import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidatableCache } from '../../adapters/cache/invalidatable-cache.ts'
import type { CatalogProblems, OfferedNow, RunningCatalog } from '../../application/ports/process/running-catalog.ts'
import type { Log } from '../observability/logging.ts'
import { checkCatalogText } from './offer.ts'
import type { Offer } from './offer.ts'

/** Reads the catalogue file as it is now. */
export type ReadOffer = () => Promise<Either<CatalogProblems, Offer>>

interface RunningOfferDeps {
  readonly first: Offer
  readonly read: ReadOffer
  readonly nowMs: () => number
  readonly log: Log
}

export interface RunningOffer extends RunningCatalog, InvalidatableCache {
  /**
   * From now on a reload ends with this, which replaces what is served. What it throws leaves the old in its place.
   */
  serveBy(replace: (offer: Offer) => void): void
}

const offeredNow = ({ catalog, usable, unusable, version }: Offer, nowMs: number): OfferedNow => ({
  catalog,
  version,
  readAt: new Date(nowMs),
  callable: new Set(usable.keys()),
  providers: [...[...usable.values()].map(({ provider }) => provider), ...unusable],
})

/**
 * Payments are decided at the start of the process. A catalogue under which they would not have been sold is refused:
 * sandbox money must never buy the work of a provider that is paid.
 */
const paymentProblem = (running: Offer, next: Offer): string | null =>
  running.payments.providers.length > 0 && next.payments.providers.length === 0
    ? `top-ups would end with this catalogue, so it needs a restart: ${next.payments.reason ?? ''}`
    : null

export const runningOffer = ({ first, read, nowMs, log }: RunningOfferDeps): RunningOffer => {
  let running = first
  let now = offeredNow(first, nowMs())
  let replace: (offer: Offer) => void = () => undefined
  let queue: Promise<unknown> = Promise.resolve()

  const reloadNow = async (): Promise<Either<CatalogProblems, OfferedNow>> => {
    const next = await read()
    const problem = isLeft(next) ? null : paymentProblem(running, next.right)
    const problems = isLeft(next) ? next.left : problem === null ? [] : [problem]
    if (isLeft(next) || problems.length > 0) {
      log.error({ problems, version: running.version }, 'the catalogue was not loaded again; the old one is served on')
      return left(problems)
    }
    replace(next.right)
    const before = running.version
    running = { ...next.right, payments: running.payments }
    now = offeredNow(running, nowMs())
    log.info(
      { before, version: running.version, models: running.catalog.models.size },
      'the catalogue was loaded again',
    )
    return right(now)
  }

  const reload: RunningCatalog['reload'] = () => {
    const result = queue.then(reloadNow)
    queue = result.catch(() => undefined)
    return result
  }

  return {
    current: () => now,
    check: checkCatalogText,
    reload,
    serveBy: (use) => {
      replace = use
    },
    // Another instance has read a new text. What is missed while Redis is away stays as it is until the next reload.
    invalidate: (what) => {
      if (what.tag !== 'catalog' || what.id === running.version) return
      reload().catch((err: unknown) => log.error({ err }, 'the catalogue could not be loaded again'))
    },
  }
}
