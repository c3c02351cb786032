import { isLeft } from 'fp-ts/lib/Either.js'
import { type Vendor, type VendorCall, vendorThrough } from '../../adapters/providers/vendor.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { Log } from '../logging.ts'

/** Of a vendor's sentence, which may be a page of HTML. */
const MOST_MESSAGE_CHARS = 300

/** Calls under way that have failed at one deployment; more are not remembered. */
const MOST_REMEMBERED = 1_000

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
  rejected: 'info',
  refused_content: 'info',
}

const about = ({ work, deployment, model, operationId }: VendorCall) => ({
  provider: deployment.provider,
  deployment: deployment.upstreamModel,
  model,
  work,
  operationId,
})

/** What the vendor said; the words of a refusal may quote the caller's own text, which is never logged. */
const factsOf = (failure: UpstreamFailure) => ({
  cause: failure.tag,
  status: failure.upstreamStatus ?? null,
  upstreamCode: failure.upstreamCode ?? null,
  upstreamRequestId: failure.upstreamRequestId,
  ...(LEVELS[failure.tag] === 'info' ? {} : { said: failure.message.slice(0, MOST_MESSAGE_CHARS) }),
})

/**
 * The same vendor, each of whose failures is one line of the log (contract 11), and one more when another deployment
 * answers the call after all.
 */
export const loggedVendor = (log: Log): ((vendor: Vendor) => Vendor) => {
  const failedOnce = new Map<string, string>()
  const remember = ({ operationId, deployment }: VendorCall): void => {
    if (operationId === null) return
    const oldest = failedOnce.size >= MOST_REMEMBERED ? failedOnce.keys().next().value : undefined
    if (oldest !== undefined) failedOnce.delete(oldest)
    failedOnce.set(operationId, deployment.provider)
  }
  const tellFailover = (call: VendorCall): void => {
    const failedAt = call.operationId === null ? undefined : failedOnce.get(call.operationId)
    if (failedAt === undefined || call.operationId === null) return
    failedOnce.delete(call.operationId)
    log.info({ ...about(call), failedAt }, 'another deployment answered')
  }
  return (vendor) =>
    vendorThrough(vendor, (outcome, call) => {
      if (isLeft(outcome)) {
        remember(call)
        log[LEVELS[outcome.left.tag]]({ ...about(call), ...factsOf(outcome.left) }, 'an upstream call failed')
      } else if (failedOnce.size > 0) tellFailover(call)
      return outcome
    })
}
