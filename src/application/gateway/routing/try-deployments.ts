import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import type { Either, Left } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { mayFallBack, mayLeaveOutReasoning, isDeploymentFault } from '../../../domain/routing/attempt.ts'
import type { Attempt, FallbackRule } from '../../../domain/routing/attempt.ts'
import { rankDeployments } from '../../../domain/routing/rank-deployments.ts'
import type { ChosenBy } from '../../../domain/routing/rank-deployments.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { CircuitBreakers } from './circuit-breakers.ts'
import type { WarmCaches } from './warm-caches.ts'

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
  /** The mark of the provider that sealed its latest reasoning. */
  readonly sealMark?: string | undefined
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

/**
 * The deployments in the order in which they are asked, without those that an operator switched off. Every deployment
 * after the first is asked only if those before it failed.
 */
const chosenDeployments = <P>({ deployments: all, circuits, conversation }: Route<P>): readonly ChosenDeployment[] => {
  const deployments = circuits.switchedOn(all)
  const [first] = deployments
  // Nearly every model has one deployment, and then there is nothing to choose.
  if (first !== undefined && deployments.length === 1) return [{ deployment: first, chosenBy: 'order' }]
  const warm = conversation?.warmCaches.find(conversation.key) ?? null
  const sealMark = conversation?.sealMark ?? null
  return rankDeployments(deployments, conversation?.key ?? '', { warm, sealMark }).map(
    ({ deployment, rankedBy }, index) => ({ deployment, chosenBy: index === 0 ? rankedBy : 'failover' }),
  )
}

/** Calls one deployment, without the reasoning of earlier answers where that is asked for. */
type CallDeployment<P, A> = (
  provider: P,
  deployment: Deployment,
  leavesOutReasoning: boolean,
) => Promise<Either<UpstreamFailure, A>>

/** The provider of a deployment, and the place of the attempt among those of the call. */
interface OpenAttempt<P> extends ChosenDeployment {
  readonly provider: P
  readonly entry: number
}

const open = <P>(route: Route<P>, { deployment, chosenBy }: ChosenDeployment): OpenAttempt<P> => {
  const provider = route.providers.get(deployment.provider)
  if (provider === undefined) throw new Error(`no adapter for the offered provider ${deployment.provider}`)
  const attempt = attemptOf({ deployment, chosenBy }, 'abandoned', null)
  return { deployment, chosenBy, provider, entry: route.attempts.push(attempt) - 1 }
}

const attemptOf = (
  { deployment: { provider, upstreamModel }, chosenBy }: ChosenDeployment,
  outcome: Attempt['outcome'],
  upstreamRequestId: string | null,
): Attempt => ({ provider, upstreamModel, chosenBy, outcome, upstreamRequestId })

/** Notes what came of an attempt, and returns it. */
const noted = <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  attempt: OpenAttempt<P>,
  result: Either<UpstreamFailure, A>,
): Either<UpstreamFailure, A> => {
  const { deployment, entry } = attempt
  if (isRight(result)) {
    route.circuits.succeeded(deployment)
    if (route.deployments.length > 1) route.conversation?.warmCaches.served(route.conversation.key, deployment)
    route.attempts[entry] = attemptOf(attempt, 'answered', result.right.upstreamRequestId)
  } else if (route.signal?.aborted !== true) {
    if (isDeploymentFault(result.left)) route.circuits.failed(deployment, result.left)
    const { tag, upstreamRequestId, upstreamCode = null } = result.left
    const ended = attemptOf(attempt, tag, upstreamRequestId)
    route.attempts[entry] = upstreamCode === null ? ended : { ...ended, upstreamCode }
  }
  return result
}

/**
 * Calls the deployment once more without the reasoning that it cannot read. If the second attempt is rejected too, the
 * client gets the first failure, because the second one is caused by the missing reasoning.
 */
const callWithoutReasoning = async <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  chosen: ChosenDeployment,
  call: CallDeployment<P, A>,
  failed: Left<UpstreamFailure>,
): Promise<Either<UpstreamFailure, A>> => {
  if (!mayLeaveOutReasoning(failed.left) || route.signal?.aborted === true || route.isWanted?.() === false)
    return failed
  const attempt = open(route, { ...chosen, chosenBy: 'without_thoughts' })
  const repeated = noted(route, attempt, await call(attempt.provider, chosen.deployment, true))
  return isLeft(repeated) && repeated.left.tag === 'rejected' ? failed : repeated
}

const SWITCHED_OFF: Either<UpstreamFailure, never> = left({
  tag: 'unavailable',
  retryAfterSeconds: null,
  isSwitchedOff: true,
  message: 'every deployment of the model is switched off',
  upstreamRequestId: null,
})

/** Calls one deployment after another until one answers or a failure forbids to go on. */
export const tryDeployments = async <P, A extends HasUpstreamRequestId>(
  route: Route<P>,
  call: CallDeployment<P, A>,
): Promise<Either<UpstreamFailure, A>> => {
  let last: Either<UpstreamFailure, A> = SWITCHED_OFF
  const isAdmitted = ({ deployment }: ChosenDeployment): boolean => route.circuits.admits(deployment)
  for (const chosen of deploymentsToTry(chosenDeployments(route), isAdmitted)) {
    const attempt = open(route, chosen)
    last = noted(route, attempt, await call(attempt.provider, chosen.deployment, false))
    if (isRight(last)) return last
    last = await callWithoutReasoning(route, chosen, call, last)
    if (isRight(last) || route.signal?.aborted === true || !mayFallBack(last.left, route.rule)) return last
    if (route.isWanted?.() === false) return last
  }
  return last
}
