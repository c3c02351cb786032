import { isPastDeadline } from '../../../domain/routing/upstream-failure.ts'
import { type ChatCourse, freeVerdict, type StreamDeps } from '../chat-course.ts'
import type { Verdict } from '../metered-call.ts'
import { awaitFirstWord } from './await-first-word.ts'
import { judgeDeparture } from './judge-departure.ts'
import { cancelStream, type LeftStream, readToEnd } from './left-stream.ts'

/** Whether the answer is there and only the vendor's count is missing, which is then worth waiting for. */
const awaitsOnlyUsage = ({ plan, delivered, endedChoices, usage }: ChatCourse): boolean =>
  usage === null &&
  endedChoices.size >= (plan.request.n ?? 1) &&
  [...endedChoices].some((index) => delivered.hasOutput(index))

/** Charged by the count where it comes, else by our own. */
const readUsage = async (deps: StreamDeps, left: LeftStream): Promise<Verdict> => {
  const { course } = left
  await readToEnd(left)
  return course.failure === null && course.verdict !== null
    ? course.verdict
    : judgeDeparture(deps.tokens, course, 'delivered')
}

/** Tokens of hidden reasoning stand in the vendor's count alone, so the answer is read until that comes. */
const readHidden = async (deps: StreamDeps, left: LeftStream): Promise<Verdict> => {
  const { course } = left
  await readToEnd(left)
  const { failure, hasSpoken, verdict } = course
  if (failure !== null && isPastDeadline(failure) && hasSpoken) return judgeDeparture(deps.tokens, course, 'deadline')
  return verdict ?? freeVerdict(course, 'upstream_failed')
}

const judgeLeaving = (deps: StreamDeps, left: LeftStream): Promise<Verdict> => {
  if (left.course.plan.model.hiddenReasoning === true) return readHidden(deps, left)
  if (awaitsOnlyUsage(left.course)) return readUsage(deps, left)
  if (!left.hasGiven) return awaitFirstWord(deps, left)
  cancelStream(left)
  return judgeDeparture(deps.tokens, left.course, 'delivered')
}

/**
 * Ends a stream whose caller has gone, and says what the caller owes (contract 9). No moment of leaving is cheaper
 * than the moments before it: the prompt is charged once the vendor has begun, and the output as far as it came.
 */
export const leaveStream = (deps: StreamDeps, left: LeftStream): Promise<Verdict> | Verdict => {
  const { course } = left
  if (course.verdict !== null || !course.begun) {
    cancelStream(left)
    return course.verdict ?? freeVerdict(course, 'not_called')
  }
  return judgeLeaving(deps, left).then((verdict) => {
    const { walletId, operationId } = course.call
    const isUnpaid = verdict.tag === 'release' && verdict.reason !== 'refused'
    if (isUnpaid) deps.unpaidDepartures.note(walletId, operationId)
    return verdict
  })
}
