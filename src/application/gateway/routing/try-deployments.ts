import { isRight, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { mayFallBack, isDeploymentFault } from '../../../domain/routing/attempt.ts'
import type { Attempt, FallbackRule } from '../../../domain/routing/attempt.ts'
import { deploymentsToTry } from '../../../domain/routing/deployments-to-try.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { CircuitBreakers } from './circuit-breakers.ts'

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
