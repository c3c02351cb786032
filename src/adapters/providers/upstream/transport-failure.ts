import { errors } from 'undici'
import { thrownMessage } from '../../../application/thrown-message.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/** What can go wrong below the provider's protocol; a provider adds the provider's request id if it has one. */
export interface TransportFailure {
  readonly tag: 'unreachable' | 'timed_out' | 'cut' | 'bad_answer' | 'too_large' | 'misconfigured'
  readonly message: string
  /** Of `timed_out`: the deadline of the whole call passed. */
  readonly isDeadline?: true
}

export const withRequestId = (failure: TransportFailure, upstreamRequestId: string | null): UpstreamFailure => ({
  ...failure,
  upstreamRequestId,
})

export const deadlinePassed: TransportFailure = {
  tag: 'timed_out',
  isDeadline: true,
  message: 'The upstream did not finish before the deadline of the call.',
}

export const abandoned: TransportFailure = { tag: 'cut', message: 'The call was cancelled by the gateway.' }

export const endedEarly: TransportFailure = { tag: 'cut', message: 'The upstream ended its stream before the answer.' }

export const streamWithoutEvents: TransportFailure = {
  tag: 'bad_answer',
  message: 'The upstream stream went on for megabytes without an event.',
}

export const eventWithoutJson: TransportFailure = {
  tag: 'bad_answer',
  message: 'The upstream sent an event that is no JSON.',
}

export const responseTooLarge: TransportFailure = {
  tag: 'too_large',
  message: 'The upstream answer is larger than the gateway accepts.',
}

/**
 * Names a transport error. `sent` tells whether a byte of the request may have left: what failed before that
 * proves that no work was done, whatever the error is called (refused, unknown host, TLS, connect timeout).
 */
export const transportFailure = (error: unknown, sent: boolean): TransportFailure => {
  const code = codeOf(error)
  if (code === 'UND_ERR_INVALID_ARG') {
    return { tag: 'misconfigured', message: `The upstream request could not be formed: ${thrownMessage(error)}` }
  }
  if (!sent) return { tag: 'unreachable', message: `No connection to the upstream (${code ?? thrownMessage(error)}).` }
  const known = NAMED_FAILURES.get(code ?? '')
  if (known !== undefined) return known
  return error instanceof errors.HTTPParserError
    ? { tag: 'bad_answer', message: `The upstream answer is not HTTP (${error.message}).` }
    : { tag: 'cut', message: `The connection to the upstream broke (${code ?? thrownMessage(error)}).` }
}

const NAMED_FAILURES: ReadonlyMap<string, TransportFailure> = new Map([
  ['UND_ERR_HEADERS_TIMEOUT', { tag: 'timed_out', message: 'The upstream did not begin to answer in time.' }],
  ['UND_ERR_BODY_TIMEOUT', { tag: 'timed_out', message: 'The upstream fell silent in the middle of its answer.' }],
  [
    'UND_ERR_HEADERS_OVERFLOW',
    { tag: 'bad_answer', message: 'The upstream sent more headers than the gateway accepts.' },
  ],
])

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
