import type { NowOrLater } from '../../../now-or-later.ts'
import { isPastDeadline } from '../../../../domain/routing/upstream-failure.ts'
import { releaseVerdict } from '../chat-stream-state.ts'
import type { ChatStreamState, ChatStreamDeps } from '../chat-stream-state.ts'
import type { Verdict } from '../../metering/paid-operation.ts'
import { awaitFirstContent } from './await-first-content.ts'
import { decideDisconnectCharge } from './decide-disconnect-charge.ts'
import { cancelStream, readToEnd } from './disconnected-stream.ts'
import type { DisconnectedStream } from './disconnected-stream.ts'
import { choicesAsked } from '../../../../domain/chat/request.ts'

/** Whether the answer is there and only the provider's count is missing, which is then worth waiting for. */
const awaitsOnlyUsage = ({ plan, delivered, endedChoices, usage }: ChatStreamState): boolean =>
  usage === null &&
  endedChoices.size >= choicesAsked(plan.request) &&
  [...endedChoices].some((index) => delivered.hasOutput(index))

/** Charges by the provider's count, or by our own if none comes. */
const readUsage = async (deps: ChatStreamDeps, stream: DisconnectedStream): Promise<Verdict> => {
  const { state } = stream
  await readToEnd(stream)
  return state.failure === null && state.verdict !== null
    ? state.verdict
    : decideDisconnectCharge(deps.tokens, state, 'delivered')
}

/** Tokens of hidden reasoning stand in the provider's count alone, so the answer is read until that comes. */
const readHidden = async (deps: ChatStreamDeps, stream: DisconnectedStream): Promise<Verdict> => {
  const { state } = stream
  await readToEnd(stream)
  const { failure, hasContent, verdict } = state
  if (failure !== null && isPastDeadline(failure) && hasContent)
    return decideDisconnectCharge(deps.tokens, state, 'deadline')
  return verdict ?? releaseVerdict(state, 'upstream_failed')
}

/** What is owed by then: a verdict that the stop lost would charge nothing, and leave no trace. */
const unlessStopped = async (
  deps: ChatStreamDeps,
  stream: DisconnectedStream,
  reading: Promise<Verdict>,
): Promise<Verdict> => {
  const verdict = await deps.stoppableReads.orStopped(reading)
  if (verdict !== null) return verdict
  cancelStream(stream)
  const { state } = stream
  return state.hasContent
    ? decideDisconnectCharge(deps.tokens, state, 'delivered')
    : releaseVerdict(state, 'nothing_delivered')
}

const endDisconnected = (deps: ChatStreamDeps, stream: DisconnectedStream): Promise<Verdict> => {
  if (stream.state.plan.model.hiddenReasoning) return unlessStopped(deps, stream, readHidden(deps, stream))
  if (awaitsOnlyUsage(stream.state)) return unlessStopped(deps, stream, readUsage(deps, stream))
  if (!stream.hasEmitted) return unlessStopped(deps, stream, awaitFirstContent(deps, stream))
  cancelStream(stream)
  return decideDisconnectCharge(deps.tokens, stream.state, 'delivered')
}

/**
 * Ends the stream of a disconnected client and decides what the caller owes (contract 9). A later disconnect never
 * costs less than an earlier one: the prompt is charged once the provider has begun, and the output as far as it came.
 * A stop of the process waits for no provider: then the caller owes what has come by then.
 */
export const endDisconnectedStream = (deps: ChatStreamDeps, stream: DisconnectedStream): NowOrLater<Verdict> => {
  const { state } = stream
  if (state.verdict !== null || !state.begun) {
    cancelStream(stream)
    return state.verdict ?? releaseVerdict(state, 'not_called')
  }
  return endDisconnected(deps, stream).then((verdict) => {
    const { walletId, operationId } = state.call
    const isUnpaid = verdict.tag === 'release' && verdict.reason !== 'refused'
    if (isUnpaid) deps.unpaidDisconnects.note(walletId, operationId)
    return verdict
  })
}
