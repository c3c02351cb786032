import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { mapPorts } from '../../application/ports/providers/provider-ports.ts'
import type { ProviderPorts } from '../../application/ports/providers/provider-ports.ts'
import type { UpstreamVideo, VideoProvider } from '../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'

/** Sees every failure of a provider, at whichever port, and the state of every video job. */
export interface OutcomeInterceptor {
  /** Called with every failure, of a stream that breaks after it began too; returns the failure that the caller gets. */
  failed(failure: UpstreamFailure): UpstreamFailure
  /** Called with the state of every video job; returns the state that the caller gets. */
  polled(state: UpstreamVideo): UpstreamVideo
}

type Outcome<A> = Either<UpstreamFailure, A>

/** What every method of a provider's port promises, if it answers a promise. */
type Ask = (...input: readonly unknown[]) => Promise<Outcome<unknown>> | readonly string[]

type Failed = OutcomeInterceptor['failed']

const isStream = (value: unknown): value is AsyncIterable<Outcome<unknown>> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A plain iterator: a generator would make every element wait for more microtasks. */
const interceptElements = (
  stream: AsyncIterable<Outcome<unknown>>,
  failed: Failed,
): AsyncIterable<Outcome<unknown>> => ({
  [Symbol.asyncIterator]: () => {
    const elements = stream[Symbol.asyncIterator]()
    return {
      next: () =>
        elements
          .next()
          .then((result) =>
            result.done === true || !isLeft(result.value) ? result : { value: left(failed(result.value.left)) },
          ),
      return: async () => (await elements.return?.()) ?? { done: true, value: undefined },
    }
  },
})

/** The same answer, whose stream is intercepted where it is one or carries one in `chunks`. */
const interceptAnswer = (answer: unknown, failed: Failed): unknown => {
  if (isStream(answer)) return interceptElements(answer, failed)
  if (typeof answer !== 'object' || answer === null || !('chunks' in answer) || !isStream(answer.chunks)) return answer
  const chunks = interceptElements(answer.chunks, failed)
  // The other fields stay the answer's own: some providers name a call in its first event only.
  return Object.create(answer, { chunks: { value: chunks, enumerable: true } }) as unknown
}

const interceptOutcome = (outcome: Outcome<unknown>, failed: Failed): Outcome<unknown> => {
  if (isLeft(outcome)) return left(failed(outcome.left))
  const answer = interceptAnswer(outcome.right, failed)
  return answer === outcome.right ? outcome : right(answer)
}

/** The same port. What its methods answer at once is no outcome of a call. */
const interceptPort = <P extends object>(port: P, failed: Failed): P => {
  const methods: Record<string, Ask> = {}
  for (const [name, ask] of Object.entries(port) as [string, Ask | boolean][]) {
    if (typeof ask !== 'function') continue
    methods[name] = (...input) => {
      const answered = ask(...input)
      return answered instanceof Promise ? answered.then((outcome) => interceptOutcome(outcome, failed)) : answered
    }
  }
  return { ...port, ...methods }
}

/** A job that failed at the provider is a state, and no failure of the call. */
const interceptStates = (video: VideoProvider, polled: OutcomeInterceptor['polled']): VideoProvider => ({
  ...video,
  poll: async (poll) => {
    const state = await video.poll(poll)
    return isLeft(state) ? state : right(polled(state.right))
  },
})

/** The same provider, all of whose failures pass through the interceptor. It decorates the ports, so no adapter can omit it. */
export const interceptOutcomes = (ports: ProviderPorts, { failed, polled }: OutcomeInterceptor): ProviderPorts => {
  const { video, ...others } = mapPorts(ports, (port) => interceptPort(port, failed))
  return video === undefined ? others : { ...others, video: interceptStates(video, polled) }
}
