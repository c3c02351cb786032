import { isRight, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { admit, afterFailure, CLOSED } from '../../../domain/routing/circuit-breaker.ts'
import type { Circuit } from '../../../domain/routing/circuit-breaker.ts'
import type { Clock } from '../../ports/process/clock.ts'
import { mayFallBack, isDeploymentFault } from '../../../domain/routing/attempt.ts'
import type { Attempt, FallbackRule } from '../../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/** The circuits of all deployments, as this process has seen them fare. */
export interface CircuitBreakers {
  /** Whether to call the deployment now. After a rest this admits one probe. */
  admits(deployment: Deployment): boolean
  succeeded(deployment: Deployment): void
  failed(deployment: Deployment): void
}

const nameOf = ({ provider, upstreamModel }: Deployment): string => `${provider} ${upstreamModel}`

export const deploymentCircuitBreakers = (clock: Clock): CircuitBreakers => {
  /** Deployments in good health have no entry, so that the usual call costs nothing here. */
  const circuits = new Map<string, Circuit>()
  return {
    admits: (deployment) => {
      const known = circuits.get(nameOf(deployment))
      if (known === undefined) return true
      const { admitted, circuit } = admit(known, clock.now())
      circuits.set(nameOf(deployment), circuit)
      return admitted
    },
    succeeded: (deployment) => {
      if (circuits.size > 0) circuits.delete(nameOf(deployment))
    },
    failed: (deployment) => {
      const name = nameOf(deployment)
      circuits.set(name, afterFailure(circuits.get(name) ?? CLOSED, clock.now()))
    },
  }
}

/**
 * The deployments to try, in the catalogue's order, without those whose circuit is open. Asked one by one,
 * so that a circuit is probed only by a call that will be made. When all are open, all are tried as if none
 * were: a circuit is there to prefer a healthy deployment over a sick one, and an uncertain answer is
 * better than a certain refusal.
 */
export function* deploymentsToTry(
  deployments: readonly Deployment[],
  isAdmitted: (deployment: Deployment) => boolean,
): Generator<Deployment> {
  let anyAdmitted = false
  for (const deployment of deployments) {
    if (!isAdmitted(deployment)) continue
    anyAdmitted = true
    yield deployment
  }
  if (!anyAdmitted) yield* deployments
}

interface Route<P> {
  readonly deployments: readonly Deployment[]
  readonly providers: ReadonlyMap<string, P>
  readonly circuits: CircuitBreakers
  readonly rule: FallbackRule
  /** Aborted when the caller has gone; what then fails says nothing about the deployment. */
  readonly signal?: AbortSignal | undefined
  /** Whether another deployment may still be asked; always, unless given. */
  readonly isWanted?: (() => boolean) | undefined
  /** Grows by one entry per upstream call, so that the end of an interrupted call can see what was tried. */
  readonly attempts: Attempt[]
}

interface HasUpstreamRequestId {
  readonly upstreamRequestId: string | null
}

const callOne = async <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  deployment: Deployment,
  call: (provider: P, deployment: Deployment) => Promise<Either<UpstreamFailure, A>>,
): Promise<Either<UpstreamFailure, A>> => {
  const provider = route.providers.get(deployment.provider)
  if (provider === undefined) throw new Error(`no adapter for the offered provider ${deployment.provider}`)
  const attempt = { provider: deployment.provider, upstreamModel: deployment.upstreamModel }
  const entry = route.attempts.push({ ...attempt, outcome: 'abandoned', upstreamRequestId: null }) - 1
  const result = await call(provider, deployment)
  if (isRight(result)) {
    route.circuits.succeeded(deployment)
    route.attempts[entry] = { ...attempt, outcome: 'answered', upstreamRequestId: result.right.upstreamRequestId }
  } else if (route.signal?.aborted !== true) {
    if (isDeploymentFault(result.left)) route.circuits.failed(deployment)
    const { tag: outcome, upstreamRequestId, upstreamCode = null } = result.left
    const code = upstreamCode === null ? {} : { upstreamCode }
    route.attempts[entry] = { ...attempt, outcome, upstreamRequestId, ...code }
  }
  return result
}

/** Calls one deployment after another until one answers or a failure forbids to go on. */
export const tryDeployments = async <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  call: (provider: P, deployment: Deployment) => Promise<Either<UpstreamFailure, A>>,
): Promise<Either<UpstreamFailure, A>> => {
  let last: Either<UpstreamFailure, A> = left({
    tag: 'unavailable',
    retryAfterSeconds: null,
    message: 'the model has no deployment',
    upstreamRequestId: null,
  })
  for (const deployment of deploymentsToTry(route.deployments, (deployment) => route.circuits.admits(deployment))) {
    last = await callOne(route, deployment, call)
    if (isRight(last) || route.signal?.aborted === true || !mayFallBack(last.left, route.rule)) return last
    if (route.isWanted?.() === false) return last
  }
  return last
}
