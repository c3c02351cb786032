import fc from 'fast-check'
import type { Fate } from '../gates.ts'
import { fate } from '../history.ts'
import type { AgentRequest } from './agent-calls.ts'

/** How much a call may cost at worst: a reservation is made of many plain ones; a huge one wants most of the wallet. */
export const WORST_CASES = { plain: 10n, expensive: 90n, huge: 3_900n } as const
export type CallSize = keyof typeof WORST_CASES

/** One step of a history of reservations. Numbers are counted around whatever there is to choose from. */
export type ReserveStep =
  | { readonly tag: 'call'; readonly process: number; readonly key: number; readonly size: CallSize }
  /** A call whose answers may be shortened to the money that there is. */
  | ({ readonly tag: 'agent'; readonly process: number; readonly key: number } & AgentRequest)
  /** A call is answered. The price in quarters of what it holds: five are more than that. */
  | { readonly tag: 'end'; readonly nth: number; readonly quarters: number }
  /** So many calls as make a key busy, one after the other, with no fault; its money is then asked for, or granted. */
  | { readonly tag: 'warm'; readonly process: number; readonly key: number; readonly isGranted: boolean }
  /** One of the calls to the world outside is carried out, and comes to this. */
  | { readonly tag: 'go'; readonly nth: number; readonly fate: Fate }
  /** All that wait now, at once. */
  | { readonly tag: 'go_all' }
  /** Time passes, in which the processes do what they do every few seconds; commands pass, or hang. */
  | { readonly tag: 'wait'; readonly seconds: number; readonly flows: boolean }
  | { readonly tag: 'tend' | 'look' | 'press' | 'stop'; readonly process: number }
  /** A process hears that the database went away, that it is back, or that another server takes the writes. */
  | { readonly tag: 'hear'; readonly process: number; readonly of: 'away' | 'back' | 'other_server' }
  /** A process sends a beat whose answer waits. */
  | { readonly tag: 'slow_beat'; readonly process: number }
  /** A process stands still; its own clock stands still with it where it does not notice. */
  | { readonly tag: 'freeze'; readonly process: number; readonly seconds: number; readonly notices: boolean }
  /** The clock of a process jumps, and then runs on. */
  | { readonly tag: 'jump'; readonly process: number; readonly seconds: number }
  /** The database is away: for one process, or for all. */
  | { readonly tag: 'outage'; readonly process: number | null; readonly seconds: number }
  /** A process is killed, and another one starts; with `nth` right after this call of its was carried out. */
  | { readonly tag: 'die'; readonly process: number; readonly nth: number | null }
  /** The owner sets the limit of a key. */
  | { readonly tag: 'set_limit'; readonly key: number; readonly limit: bigint }
  /** Money comes in, or is taken. */
  | { readonly tag: 'credit' | 'debit'; readonly process: number; readonly amount: bigint }

/** Mostly two processes and one key, so that their calls meet on what is reserved. */
const process = fc.constantFrom(0, 0, 1, 1, 2)
const key = fc.constantFrom(0, 0, 0, 1, 2)
const nth = fc.nat({ max: 11 })

const tagged = <T extends ReserveStep['tag']>(tag: T, rest: fc.Arbitrary<object>): fc.Arbitrary<ReserveStep> =>
  rest.map((fields) => ({ tag, ...fields }) as ReserveStep)

const size = fc.constantFrom<CallSize>('plain', 'plain', 'plain', 'plain', 'plain', 'plain', 'expensive', 'huge')
const choices = fc.constantFrom(1, 1, 2, 3)
const limit = fc.constantFrom(200, 2_000, 12_000)
const quarters = fc.constantFrom(0, 1, 2, 3, 4, 4, 5, 9, 90)
const amount = fc.constantFrom(50n, 900n, 3_000n, 7_000n)

const step: fc.Arbitrary<ReserveStep> = fc.oneof(
  { weight: 12, arbitrary: tagged('call', fc.record({ process, key, size })) },
  { weight: 3, arbitrary: tagged('agent', fc.record({ process, key, choices, limit })) },
  { weight: 10, arbitrary: tagged('end', fc.record({ nth, quarters })) },
  { weight: 5, arbitrary: tagged('warm', fc.record({ process, key, isGranted: fc.boolean() })) },
  { weight: 10, arbitrary: tagged('go', fc.record({ nth, fate })) },
  { weight: 6, arbitrary: fc.constant<ReserveStep>({ tag: 'go_all' }) },
  { weight: 4, arbitrary: tagged('wait', fc.record({ seconds: fc.constantFrom(5, 15, 60), flows: fc.boolean() })) },
  { weight: 2, arbitrary: tagged('tend', fc.record({ process })) },
  { weight: 1, arbitrary: tagged('look', fc.record({ process })) },
  { weight: 2, arbitrary: tagged('press', fc.record({ process })) },
  {
    weight: 2,
    arbitrary: tagged(
      'hear',
      fc.record({ process, of: fc.constantFrom('away', 'back', 'back', 'other_server', 'other_server') }),
    ),
  },
  { weight: 1, arbitrary: tagged('stop', fc.record({ process })) },
  { weight: 1, arbitrary: tagged('slow_beat', fc.record({ process })) },
  {
    weight: 2,
    arbitrary: tagged('freeze', fc.record({ process, seconds: fc.constantFrom(25, 40, 60), notices: fc.boolean() })),
  },
  { weight: 1, arbitrary: tagged('jump', fc.record({ process, seconds: fc.constantFrom(3, 20, 300) })) },
  {
    weight: 2,
    arbitrary: tagged(
      'outage',
      fc.record({ process: fc.constantFrom(null, 0, 1, 2), seconds: fc.constantFrom(10, 30, 60) }),
    ),
  },
  { weight: 1, arbitrary: tagged('die', fc.record({ process, nth: fc.option(nth) })) },
  { weight: 1, arbitrary: tagged('set_limit', fc.record({ key, limit: fc.constantFrom(100n, 700n, 9_000n) })) },
  { weight: 1, arbitrary: tagged('credit', fc.record({ process, amount })) },
  { weight: 1, arbitrary: tagged('debit', fc.record({ process, amount })) },
)

/** What may happen to three keys of one wallet, which two or three processes serve. */
export const reserveHistory = (longest: number): fc.Arbitrary<readonly ReserveStep[]> =>
  fc.array(step, { minLength: 5, maxLength: longest, size: 'max' })
