import { isRight, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { admit, afterFailure, CLOSED } from '../../../domain/routing/circuit-breaker.ts'
import type { Circuit } from '../../../domain/routing/circuit-breaker.ts'
import type { Clock } from '../../ports/process/clock.ts'
import { mayFallBack, isDeploymentFault } from '../../../domain/routing/attempt.ts'
import type { Attempt, FallbackRule } from '../../../domain/routing/attempt.ts'
import { deploymentName, rankDeployments } from '../../../domain/routing/rank-deployments.ts'
import type { ChosenBy } from '../../../domain/routing/rank-deployments.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { WarmCaches } from './warm-caches.ts'

/** The circuits of all deployments, as this process has seen them fare. */
export interface CircuitBreakers {
  /** Whether to call the deployment now. After a rest this admits one probe. */
  admits(deployment: Deployment): boolean
  succeeded(deployment: Deployment): void
  failed(deployment: Deployment): void
}

export const deploymentCircuitBreakers = (clock: Clock): CircuitBreakers => {
  /** Deployments in good health have no entry, so that the usual call costs nothing here. */
  const circuits = new Map<string, Circuit>()
  return {
    admits: (deployment) => {
      const known = circuits.get(deploymentName(deployment))
      if (known === undefined) return true
      const { admitted, circuit } = admit(known, clock.now())
      circuits.set(deploymentName(deployment), circuit)
      return admitted
    },
    succeeded: (deployment) => {
      if (circuits.size > 0) circuits.delete(deploymentName(deployment))
    },
    failed: (deployment) => {
      const name = deploymentName(deployment)
      circuits.set(name, afterFailure(circuits.get(name) ?? CLOSED, clock.now()))
    },
  }
}

/**
 * The deployments to try, in their order, without those whose circuit is open. Asked one by one,
 * so that a circuit is probed only by a call that will be made. When all are open, all are tried as if none
 * were: a circuit is there to prefer a healthy deployment over a sick one, and an uncertain answer is
 * better than a certain refusal.
 */
export function* deploymentsToTry<D>(deployments: readonly D[], isAdmitted: (deployment: D) => boolean): Generator<D> {
  let anyAdmitted = false
  for (const deployment of deployments) {
    if (!isAdmitted(deployment)) continue
    anyAdmitted = true
    yield deployment
  }
  if (!anyAdmitted) yield* deployments
}

/** The conversation that a call belongs to, and where its calls went so far. */
interface RoutedConversation {
  readonly key: string
  readonly warmCaches: WarmCaches
}

interface Route<P> {
  readonly deployments: readonly Deployment[]
  readonly providers: ReadonlyMap<string, P>
  readonly circuits: CircuitBreakers
  readonly rule: FallbackRule
  /** Absent where providers cache no prompts; the catalogue's order then decides alone. */
  readonly conversation?: RoutedConversation | undefined
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

interface ChosenDeployment {
  readonly deployment: Deployment
  readonly chosenBy: ChosenBy
}

/** In the order in which they are asked; all but the first are asked because those before them were of no use. */
const chosenDeployments = <P>({ deployments, conversation }: Route<P>): readonly ChosenDeployment[] => {
  // Nearly every model has one deployment, and then there is nothing to look up.
  const warm = deployments.length > 1 ? (conversation?.warmCaches.find(conversation.key) ?? null) : null
  return rankDeployments(deployments, conversation?.key ?? '', warm).map(({ deployment, rankedBy }, index) => ({
    deployment,
    chosenBy: index === 0 ? rankedBy : 'failover',
  }))
}

const callOne = async <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  { deployment, chosenBy }: ChosenDeployment,
  call: (provider: P, deployment: Deployment) => Promise<Either<UpstreamFailure, A>>,
): Promise<Either<UpstreamFailure, A>> => {
  const provider = route.providers.get(deployment.provider)
  if (provider === undefined) throw new Error(`no adapter for the offered provider ${deployment.provider}`)
  const attempt = { provider: deployment.provider, upstreamModel: deployment.upstreamModel, chosenBy }
  const entry = route.attempts.push({ ...attempt, outcome: 'abandoned', upstreamRequestId: null }) - 1
  const result = await call(provider, deployment)
  if (isRight(result)) {
    route.circuits.succeeded(deployment)
    if (route.deployments.length > 1) route.conversation?.warmCaches.served(route.conversation.key, deployment)
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
  const isAdmitted = ({ deployment }: ChosenDeployment): boolean => route.circuits.admits(deployment)
  for (const chosen of deploymentsToTry(chosenDeployments(route), isAdmitted)) {
    last = await callOne(route, chosen, call)
    if (isRight(last) || route.signal?.aborted === true || !mayFallBack(last.left, route.rule)) return last
    if (route.isWanted?.() === false) return last
  }
  return last
}
