import { isContent, isRefusal } from '../../../domain/chat/delivered.ts'
import { foldChunks } from '../../../domain/chat/fold.ts'
import { freeVerdict, noteDelivery, type StreamDeps } from '../chat-course.ts'
import type { Verdict } from '../metered-call.ts'
import { judgeDeparture } from './judge-departure.ts'
import { cancelStream, type LeftStream } from './left-stream.ts'

/** How long a vendor may stay silent after its caller has left; its own idle timeout may be shorter (contract 9). */
const FIRST_WORD_MS = 60_000

/**
 * Waits for the first word of a vendor whose caller did not: it proves that the vendor has read the prompt, which is
 * then charged. The upstream call is cancelled behind it. A vendor that fails or stays silent costs nothing.
 */
export const awaitFirstWord = async (deps: StreamDeps, left: LeftStream): Promise<Verdict> => {
  const { course, source, awaited } = left
  const silence = deps.timer.sleep(FIRST_WORD_MS).then(() => null)
  try {
    let next = await Promise.race([awaited ?? source.next(), silence])
    while (next !== null && next.done !== true) {
      const chunks = next.value.tag === 'chunks' ? next.value.chunks : []
      if (chunks.some(isContent)) {
        if (isRefusal(foldChunks(chunks))) noteDelivery(course, chunks)
        return await judgeDeparture(deps.tokens, course, 'delivered')
      }
      noteDelivery(course, chunks)
      next = await Promise.race([source.next(), silence])
    }
    return course.verdict ?? freeVerdict(course, 'nothing_delivered')
  } catch {
    return freeVerdict(course, 'upstream_failed')
  } finally {
    cancelStream(left)
  }
}
