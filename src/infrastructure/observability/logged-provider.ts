import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ProviderPorts } from '../../application/ports/providers/provider-ports.ts'
import type { ModelKind } from '../../domain/catalog/model.ts'
import { evictOldest } from '../../application/load/evict-oldest.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { Log } from './logging.ts'
import { mapPorts } from '../../application/ports/providers/provider-ports.ts'
import { intercepted, timed } from './observed-port.ts'
import type { CallOf, Timing } from './observed-port.ts'
import { isFollowUp } from './provider-call.ts'
import type { AnyPort, ProviderCall } from './provider-call.ts'
import { scrubText } from './scrub.ts'

/** Of a provider's sentence, which may be a page of HTML. */
const MAX_MESSAGE_CHARS = 300

/** Calls under way that have failed at one deployment; more are not tracked. */
const MAX_TRACKED_CALLS = 1_000

/** Who must act: the operator at once, the operator if it goes on, or the caller. */
const LEVELS: Readonly<Record<UpstreamFailure['tag'], 'error' | 'warn' | 'info'>> = {
  misconfigured: 'error',
  unreachable: 'warn',
  rate_limited: 'warn',
  unavailable: 'warn',
  server_error: 'warn',
  timed_out: 'warn',
  cut: 'warn',
  bad_answer: 'warn',
  too_large: 'warn',
  rejected: 'info',
  refused_content: 'info',
}

/** Any call of any port of a provider. */
type Calls = CallOf<AnyPort>

/** The log names the work of a port by its kind alone, and what else a port does apart: `chat_stream` beside `chat`. */
const workOf = (kind: ModelKind, method: Calls['method']): string =>
  method === 'stream' || isFollowUp(method) ? `${kind}_${method}` : kind

const about = (kind: ModelKind, { method, input: [call] }: Calls) => {
  const { deployment, request, operationId }: ProviderCall = call
  return {
    provider: deployment.provider,
    deployment: deployment.upstreamModel,
    model: request?.model ?? null,
    work: workOf(kind, method),
    operationId: operationId ?? null,
  }
}

/** What a line of the log says of a call. */
type Facts = ReturnType<typeof about>

/** Whether the gateway itself ended the call, because its caller had left: no fault of the provider. */
const wasGivenUp = ({ tag }: UpstreamFailure, { signal }: ProviderCall): boolean =>
  tag === 'cut' && signal?.aborted === true

/** How long any call of any port of a provider took. */
type ProviderTiming = Timing<AnyPort>

/**
 * What the log may say of a failure in words: null for a refusal, which may quote the caller's text. Credentials are
 * cut out first: the line is searched for them too, and knows one that is cut in two no more.
 */
export const shownMessage = (failure: UpstreamFailure): string | null =>
  LEVELS[failure.tag] === 'info' ? null : scrubText(failure.message).slice(0, MAX_MESSAGE_CHARS)

const factsOf = (failure: UpstreamFailure) => {
  const upstreamMessage = shownMessage(failure)
  return {
    cause: failure.tag,
    status: failure.upstreamStatus ?? null,
    upstreamCode: failure.upstreamCode ?? null,
    upstreamRequestId: failure.upstreamRequestId,
    ...(upstreamMessage === null ? {} : { upstreamMessage }),
  }
}

type Scrub = (failure: UpstreamFailure) => UpstreamFailure

/**
 * The same provider, each of whose failures is one line of the log (contract 11), and one more when another deployment
 * answers the call after all. A call that the gateway gave up is none. At level `debug` every call is a line with its
 * durations. The log and the caller get a failure as `scrub` gives it: every port passes here, so no adapter can omit
 * it.
 */
export const loggedProvider = (log: Log): ((provider: ProviderPorts, scrub?: Scrub) => ProviderPorts) => {
  const failedCalls = new Map<string, Facts>()
  const noteFailure = (operationId: string, facts: Facts): void => {
    failedCalls.set(operationId, facts)
    evictOldest(failedCalls, MAX_TRACKED_CALLS)
  }
  const report = (kind: ModelKind, outcome: Either<UpstreamFailure, unknown>, call: Calls): void => {
    if (!isLeft(outcome) && failedCalls.size === 0) return
    const facts = about(kind, call)
    const { operationId, provider, deployment } = facts
    if (isLeft(outcome)) {
      if (wasGivenUp(outcome.left, call.input[0])) return
      if (operationId !== null) noteFailure(operationId, facts)
      log[LEVELS[outcome.left.tag]]({ ...facts, ...factsOf(outcome.left) }, 'an upstream call failed')
      return
    }
    const failedAt = operationId === null ? undefined : failedCalls.get(operationId)
    if (failedAt === undefined || operationId === null) return
    failedCalls.delete(operationId)
    // The same one answers where it is asked again without earlier reasoning, and after a count that failed.
    if (failedAt.provider === provider && failedAt.deployment === deployment) return
    log.info({ ...facts, failedAt: failedAt.provider }, 'another deployment answered')
  }
  const reportTiming = (kind: ModelKind, { call, failure, firstMs, wholeMs }: ProviderTiming): void => {
    const cause = typeof failure === 'string' ? failure : (failure?.tag ?? null)
    log.debug({ ...about(kind, call), cause, firstMs, wholeMs }, 'an upstream call ended')
  }
  const decorate = (port: AnyPort, kind: ModelKind, scrub: Scrub): AnyPort => {
    const reported = intercepted(port, (given, call) => {
      const outcome = isLeft(given) ? left(scrub(given.left)) : given
      report(kind, outcome, call)
      return outcome
    })
    return log.isLevelEnabled('debug') ? timed(reported, (timing) => reportTiming(kind, timing)) : reported
  }
  // A decorated port has the methods of the port, which TypeScript cannot tell of a member of the union.
  return (ports, scrub = (failure) => failure) =>
    mapPorts(ports, (port, kind) => decorate(port, kind, scrub) as typeof port)
}
