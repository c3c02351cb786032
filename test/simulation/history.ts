import fc from 'fast-check'
import { DONE } from './gates.ts'
import type { Fate } from './gates.ts'
import type { VideoCourse } from './scripted-providers.ts'

/** What a customer may ask for. The same slot is the same request under the same key, unless `other`. */
export interface Request {
  readonly endpoint: 'message' | 'chat' | 'chat_in_conversation' | 'text' | 'image' | 'video'
  /** Also decides what is asked, so that a key mostly comes with one request. */
  readonly slot: number
  /** Under the same key something else. */
  readonly other: boolean
}

/** The loops that every process runs for all of them. */
export const SWEPT = ['videos', 'stale_videos', 'instances', 'holds', 'records', 'stray'] as const
export type Swept = (typeof SWEPT)[number]

/** One step of a history. Numbers are counted around whatever there is to choose from. */
export type Step =
  | { readonly tag: 'ask'; readonly process: number; readonly request: Request }
  /** One of the calls that wait is carried out, and comes to this. */
  | { readonly tag: 'go'; readonly nth: number; readonly fate: Fate }
  /** All that wait now, at once. */
  | { readonly tag: 'go_all' }
  /** A process dies, and another one starts; with `nth` right after this call of its was carried out. */
  | { readonly tag: 'die'; readonly process: number; readonly nth: number | null }
  /** All processes are gone, and one that knows it is alone starts. */
  | { readonly tag: 'restart' }
  /** A process shows that it lives. */
  | { readonly tag: 'beat'; readonly process: number }
  | { readonly tag: 'sweep'; readonly process: number; readonly what: Swept }
  | { readonly tag: 'wait'; readonly seconds: number }
  /** The same for all but this process, which stands still: the others may take it for dead. */
  | { readonly tag: 'stand_still'; readonly process: number }
  | { readonly tag: 'poll'; readonly process: number; readonly nth: number; readonly by: 'message' | 'video' }
  /** A video takes another course at the provider. */
  | { readonly tag: 'provider'; readonly nth: number; readonly course: VideoCourse }
  | { readonly tag: 'archive'; readonly nth: number; readonly archived: boolean }
  | { readonly tag: 'credit'; readonly tokens: number }

const ENDPOINTS: readonly Request['endpoint'][] = ['message', 'chat', 'chat_in_conversation', 'text', 'image', 'video']

const process = fc.nat({ max: 1 })
const nth = fc.nat({ max: 11 })

export const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 16, arbitrary: fc.constant(DONE) },
  { weight: 1, arbitrary: fc.record({ tag: fc.constant('fails' as const), way: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ tag: 'answer_lost', way: 0 }) },
  { weight: 1, arbitrary: fc.record({ tag: fc.constant('breaks' as const), way: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ tag: 'runs_twice', way: 0 }) },
)

const request: fc.Arbitrary<Request> = fc.record({
  endpoint: fc.constantFrom(...ENDPOINTS),
  slot: fc.nat({ max: 2 }),
  other: fc.nat({ max: 15 }).map((roll) => roll === 15),
})

const tagged = <T extends Step['tag'], R extends object>(tag: T, rest: fc.Arbitrary<R>) =>
  rest.map((fields) => ({ tag, ...fields }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: tagged('ask', fc.record({ process, request })) },
  { weight: 16, arbitrary: tagged('go', fc.record({ nth, fate })) },
  { weight: 5, arbitrary: fc.constant<Step>({ tag: 'go_all' }) },
  { weight: 1, arbitrary: tagged('die', fc.record({ process, nth: fc.option(nth) })) },
  { weight: 1, arbitrary: fc.constant<Step>({ tag: 'restart' }) },
  { weight: 1, arbitrary: tagged('beat', fc.record({ process })) },
  {
    weight: 2,
    arbitrary: tagged('sweep', fc.record({ process, what: fc.constantFrom(...SWEPT) })),
  },
  { weight: 2, arbitrary: tagged('wait', fc.record({ seconds: fc.constantFrom(10, 50, 75, 75, 700, 86_400) })) },
  { weight: 1, arbitrary: tagged('stand_still', fc.record({ process })) },
  { weight: 5, arbitrary: tagged('poll', fc.record({ process, nth, by: fc.constantFrom('message', 'video') })) },
  { weight: 1, arbitrary: tagged('provider', fc.record({ nth, course: fc.constantFrom('failing', 'hanging') })) },
  {
    weight: 1,
    arbitrary: tagged('archive', fc.record({ nth, archived: fc.nat({ max: 3 }).map((roll) => roll === 0) })),
  },
  { weight: 1, arbitrary: tagged('credit', fc.record({ tokens: fc.integer({ min: 1, max: 20 }) })) },
) as fc.Arbitrary<Step>

/** The same with nothing but these endpoints, and without faults where the world is calm. */
const narrowed = (step: Step, endpoints: readonly Request['endpoint'][], isCalm: boolean): Step => {
  if (step.tag === 'ask') {
    const endpoint = endpoints[ENDPOINTS.indexOf(step.request.endpoint) % endpoints.length]!
    return { ...step, request: { ...step.request, endpoint } }
  }
  return step.tag === 'go' && isCalm ? { ...step, fate: DONE } : step
}

/**
 * What may happen to one customer, two processes, a provider and a database, in this order. Each history keeps to some
 * of the endpoints, so that requests, polls and sweeps meet on the same few things.
 */
export const history = (longest: number): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      fc.subarray([...ENDPOINTS], { minLength: 1 }),
      fc.nat({ max: 2 }).map((roll) => roll === 2),
      fc.array(step, { minLength: 5, maxLength: longest, size: 'max' }),
    )
    .map(([endpoints, isCalm, steps]) => steps.map((each) => narrowed(each, endpoints, isCalm)))

const askedOf = (place: number, endpoint: Request['endpoint'], slot: number): Step => ({
  tag: 'ask',
  process: place,
  request: { endpoint, slot, other: false },
})

const polledBy = (place: number): Step => ({ tag: 'poll', process: place, nth: 0, by: 'video' })

const inStep = (steps: number): readonly Step[] => Array.from({ length: steps }, () => ({ tag: 'go_all' }))

/** All at once, twice over, in one conversation: chance rarely brings so much together at one moment. */
export const MEETING: readonly Step[] = [
  askedOf(0, 'message', 0),
  askedOf(1, 'message', 0),
  askedOf(1, 'chat_in_conversation', 0),
  askedOf(0, 'image', 2),
  askedOf(1, 'video', 2),
  askedOf(0, 'video', 2),
  ...inStep(8),
  polledBy(0),
  ...inStep(2),
  polledBy(0),
  polledBy(1),
  askedOf(0, 'chat_in_conversation', 2),
  askedOf(1, 'message', 2),
  ...inStep(8),
]
