import type { Metered } from '../../../application/gateway/metering/metered-call.ts'
import { whenKnown } from '../../../application/now-or-later.ts'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { HttpResponse } from '../sending/http-response.ts'

/**
 * What `write` makes of a paid answer. Where it throws, the call ends unpaid: its answer is never delivered, and
 * nothing else would end its hold.
 */
export const writeAnswer = <A, B>(
  { answer, unwritten }: Pick<Metered<A>, 'answer' | 'unwritten'>,
  write: (answer: A) => NowOrLater<B>,
): NowOrLater<B> => {
  const endUnpaid = (error: unknown): never => {
    unwritten()
    throw error
  }
  try {
    const written = write(answer)
    return written instanceof Promise ? written.catch(endUnpaid) : written
  } catch (error) {
    return endUnpaid(error)
  }
}

/** The whole response of a paid call, with its headers: it is charged once it was sent, and costs nothing unsent. */
export const paidResponse = <A>(
  metered: Omit<Metered<A>, 'operationId'>,
  write: (answer: A) => NowOrLater<HttpResponse>,
): NowOrLater<HttpResponse> => {
  const { delivered: sent, unwritten: unsent } = metered
  return whenKnown(writeAnswer(metered, write), (response) => ({ ...response, sent, unsent }))
}
