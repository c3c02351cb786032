import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

type AsyncMethod = (...input: never[]) => Promise<unknown>

/** The methods of a port that answer a promise, by their names; those that a port may lack are among them. */
type MethodsOf<P> = {
  readonly [K in keyof P & string as NonNullable<P[K]> extends AsyncMethod ? K : never]-?: NonNullable<P[K]>
}

/** One call of a method of the port `P`, and what it was called with. */
export type CallOf<P> = P extends unknown
  ? {
      readonly [K in keyof MethodsOf<P>]: {
        readonly method: K
        readonly input: MethodsOf<P>[K] extends (...input: infer I) => unknown ? I : never
      }
    }[keyof MethodsOf<P>]
  : never

/** What the methods of the port `P` fail with; never, where they answer no `Either`. */
type FailureOf<P> = P extends unknown
  ? {
      readonly [K in keyof MethodsOf<P>]: MethodsOf<P>[K] extends (
        ...input: never[]
      ) => Promise<Either<infer E, unknown>>
        ? E
        : never
    }[keyof MethodsOf<P>]
  : never

type Outcome = Either<unknown, unknown>

/** Sees one call: its answer, then each element of the stream where the answer is one, and the end. */
export interface Observer {
  /** Calls the method; without it the method is called as it is. */
  call?(method: () => unknown): unknown
  /**
   * The method answered; returns what the caller gets. What answers no `Either` answers a Right, and is not replaced.
   */
  answered(outcome: Outcome): Outcome
  /** The reader of the stream waits for its next element from now on. */
  asked?(): void
  /** An element of the stream came; returns the one that the reader gets. A Left is a failure, and the last element. */
  element(element: Outcome): Outcome
  /** Nothing of this call is to come: it answered or its stream ended; or its reader stopped, and it is not whole. */
  ended?(isWhole: boolean): void
  /** The method, or its stream, threw. */
  threw?(): void
}

const isEither = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && (isLeft(value as Outcome) || isRight(value as Outcome))

const outcomeOf = (value: unknown): Outcome => (isEither(value) ? value : right(value))

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The same stream. It is no generator, so that an element costs no turn of its own. */
const observedStream = (stream: AsyncIterable<unknown>, observer: Observer): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: () => {
    const elements = stream[Symbol.asyncIterator]()
    return {
      next: () => {
        observer.asked?.()
        return elements.next().then(
          (result) => {
            if (result.done === true) {
              observer.ended?.(true)
              return result
            }
            const outcome = outcomeOf(result.value)
            const given = observer.element(outcome)
            return given === outcome || outcome !== result.value ? result : { done: false, value: given }
          },
          (error: unknown) => {
            observer.threw?.()
            throw error
          },
        )
      },
      return: async () => {
        observer.ended?.(false)
        return (await elements.return?.()) ?? { done: true, value: undefined }
      },
    }
  },
})

/** The value that was answered, observed to its end where it is a stream or carries one in `chunks`. */
const observedValue = (value: unknown, observer: Observer): unknown => {
  if (isStream(value)) return observedStream(value, observer)
  if (typeof value === 'object' && value !== null && 'chunks' in value && isStream(value.chunks)) {
    const chunks = observedStream(value.chunks, observer)
    // The value is copied and not used as a prototype: V8 would make a hidden class for each object and keep the stream
    // in memory for long.
    return { ...value, chunks }
  }
  observer.ended?.(true)
  return value
}

const observedAnswer = (value: unknown, observer: Observer): unknown => {
  const outcome = observer.answered(outcomeOf(value))
  if (isLeft(outcome)) {
    observer.ended?.(true)
    return outcome
  }
  const observed = observedValue(outcome.right, observer)
  if (!isEither(value)) return observed
  return observed === outcome.right ? outcome : right(observed)
}

const whenAnswered = (answer: Promise<unknown>, observer: Observer): Promise<unknown> =>
  answer.then(
    (value) => observedAnswer(value, observer),
    (error: unknown) => {
      observer.threw?.()
      throw error
    },
  )

/** Two observers of one call as one. The inner one sees every outcome first, and the outer one what that returns. */
class Both implements Observer {
  readonly call: Observer['call']
  readonly #inner: Observer
  readonly #outer: Observer

  constructor(inner: Observer, outer: Observer) {
    this.#inner = inner
    this.#outer = outer
    const callInner = inner.call?.bind(inner)
    const callOuter = outer.call?.bind(outer)
    this.call =
      callInner === undefined || callOuter === undefined
        ? (callInner ?? callOuter)
        : (method) => callOuter(() => callInner(method))
  }

  answered(outcome: Outcome): Outcome {
    return this.#outer.answered(this.#inner.answered(outcome))
  }

  asked(): void {
    this.#outer.asked?.()
    this.#inner.asked?.()
  }

  element(element: Outcome): Outcome {
    return this.#outer.element(this.#inner.element(element))
  }

  ended(isWhole: boolean): void {
    this.#inner.ended?.(isWhole)
    this.#outer.ended?.(isWhole)
  }

  threw(): void {
    this.#inner.threw?.()
    this.#outer.threw?.()
  }
}

type Observe = (call: never) => Observer | null

const observerOf = (observers: readonly Observe[], call: object): Observer | null => {
  let all: Observer | null = null
  for (const observe of observers) {
    const next = observe(call as never)
    all = all === null || next === null ? (all ?? next) : new Both(all, next)
  }
  return all
}

interface ObservedPort {
  readonly port: object
  /** The first stands nearest to the port. */
  readonly observers: readonly Observe[]
}

/** A port that is observed again has one pass for all its observers: each pass costs every call a promise. */
const OBSERVED = new WeakMap<object, ObservedPort>()

/**
 * The same port; every call of a method that answers a promise has an observer of its own, or none where `observe`
 * answers null. Methods that answer at once are not observed. The port is an object of functions, which need no `this`.
 */
export const observed = <P extends object>(port: P, observe: (call: CallOf<P>) => Observer | null): P => {
  const earlier = OBSERVED.get(port) ?? { port, observers: [] }
  const observers = [...earlier.observers, observe as Observe]
  const methods: Record<string, unknown> = {}
  for (const [name, run] of Object.entries(earlier.port) as [string, unknown][]) {
    if (typeof run !== 'function') continue
    methods[name] = (...input: unknown[]): unknown => {
      const observer = observerOf(observers, { method: name, input })
      const pass = (): unknown => {
        const answer: unknown = Reflect.apply(run, undefined, input)
        return observer !== null && answer instanceof Promise ? whenAnswered(answer, observer) : answer
      }
      // An observer that opens a scope around the call has the others see its answer in that scope.
      return observer?.call === undefined ? pass() : observer.call(pass)
    }
  }
  const all = { ...port, ...methods }
  OBSERVED.set(all, { port: earlier.port, observers })
  return all
}

/**
 * The same port. `intercept` sees the outcome of every call, and the failure with which its stream broke; the caller
 * gets what it returns.
 */
export const intercepted = <P extends object>(
  port: P,
  intercept: (outcome: Either<FailureOf<P>, unknown>, call: CallOf<P>) => Either<FailureOf<P>, unknown>,
): P =>
  observed(port, (call) => ({
    answered: (outcome) => intercept(outcome as Either<FailureOf<P>, unknown>, call),
    element: (element) => (isLeft(element) ? intercept(element as Either<FailureOf<P>, unknown>, call) : element),
  }))

/** How long one call took. */
export interface Timing<P> {
  readonly call: CallOf<P>
  /** Null: it did not fail. */
  readonly failure: FailureOf<P> | 'threw' | null
  /** Until the first element of the stream that it answered; null if none came, or the answer is no stream. */
  readonly firstMs: number | null
  /** Until the answer was whole, or its reader stopped. */
  readonly wholeMs: number
}

/** The same port. `report` sees the duration of every call once, at its end. `nowMs` is monotonic. */
export const timed = <P extends object>(
  port: P,
  report: (timing: Timing<P>) => void,
  nowMs: () => number = () => performance.now(),
): P =>
  observed(port, (call) => {
    const startedMs = nowMs()
    let firstMs: number | null = null
    let failure: Timing<P>['failure'] = null
    let isReported = false
    const end = (): void => {
      if (isReported) return
      isReported = true
      report({ call, failure, firstMs, wholeMs: nowMs() - startedMs })
    }
    return {
      answered: (outcome) => {
        if (isLeft(outcome)) failure = outcome.left as FailureOf<P>
        return outcome
      },
      element: (element) => {
        firstMs ??= nowMs() - startedMs
        if (isLeft(element)) failure = element.left as FailureOf<P>
        return element
      },
      ended: end,
      threw: () => {
        failure = 'threw'
        end()
      },
    }
  })
