import { isContent, isRefusal } from '../../../../domain/chat/answers/output.ts'
import { foldChunks } from '../../../../domain/chat/answers/fold.ts'
import { MINUTE_MS } from '../../../../domain/time-units.ts'
import { releaseVerdict, recordDelivered } from '../chat-stream-state.ts'
import type { ChatStreamDeps } from '../chat-stream-state.ts'
import type { Verdict } from '../../metering/paid-operation.ts'
import { decideDisconnectCharge } from './decide-disconnect-charge.ts'
import { cancelStream } from './disconnected-stream.ts'
import type { DisconnectedStream } from './disconnected-stream.ts'

/** How long a provider may stay silent after its caller has left; its own idle timeout may be shorter (contract 9). */
const FIRST_CONTENT_TIMEOUT_MS = MINUTE_MS

/**
 * After the client has disconnected, waits for the first content. It proves that the provider has read the prompt,
 * which is then charged. The provider's call is cancelled after it. A provider that fails or stays silent costs
 * nothing.
 */
export const awaitFirstContent = async (deps: ChatStreamDeps, stream: DisconnectedStream): Promise<Verdict> => {
  const { state, source, pendingEvent } = stream
  const over = new AbortController()
  const silence = deps.timer.sleep(FIRST_CONTENT_TIMEOUT_MS, over.signal).then(() => null)
  try {
    let next = await Promise.race([pendingEvent ?? source.next(), silence])
    while (next !== null && next.done !== true) {
      const chunks = next.value.tag === 'chunks' ? next.value.chunks : []
      if (chunks.some(isContent)) {
        if (isRefusal(foldChunks(chunks))) recordDelivered(state, chunks)
        return await decideDisconnectCharge(deps.tokens, state, 'delivered')
      }
      recordDelivered(state, chunks)
      next = await Promise.race([source.next(), silence])
    }
    return state.verdict ?? releaseVerdict(state, 'nothing_delivered')
  } catch {
    return releaseVerdict(state, 'upstream_failed')
  } finally {
    over.abort()
    cancelStream(stream)
  }
}
