import fc from 'fast-check'
import type { Fate } from '../gates.ts'
import { fate } from '../history.ts'

/** One step of a history of keys. The same call is always the same hold, whichever process asks for it. */
export type KeyStep =
  | { readonly tag: 'hold' | 'release'; readonly process: number; readonly call: number }
  /** The price in quarters of what was held: five are more than that. */
  | { readonly tag: 'settle'; readonly process: number; readonly call: number; readonly quarters: number }
  /** One of the commands that wait reaches the ledger, and comes to this. */
  | { readonly tag: 'go'; readonly nth: number; readonly fate: Fate }
  /** All that wait now, at once. */
  | { readonly tag: 'go_all' }
  | { readonly tag: 'wait'; readonly hours: number }
  /**
   * From now on the clock of a process is this much ahead; below zero it is behind. No two clocks are a day apart: from
   * there on the ledger takes the end of a day's limit for wrong.
   */
  | { readonly tag: 'turn_clock'; readonly process: number; readonly hoursAhead: number }
  /** A process dies with the answers that it waits for, and another one starts with nothing cached. */
  | { readonly tag: 'die'; readonly process: number }
  /** The owner sets the limit of a key. */
  | { readonly tag: 'set_limit'; readonly key: number; readonly limit: bigint }

export const CALLS = 30

const process = fc.nat({ max: 1 })
const call = fc.nat({ max: CALLS - 1 })

const tagged = <T extends KeyStep['tag']>(tag: T, rest: fc.Arbitrary<object>): fc.Arbitrary<KeyStep> =>
  rest.map((fields) => ({ tag, ...fields }) as KeyStep)

const step: fc.Arbitrary<KeyStep> = fc.oneof(
  { weight: 12, arbitrary: tagged('hold', fc.record({ process, call })) },
  { weight: 6, arbitrary: tagged('settle', fc.record({ process, call, quarters: fc.nat({ max: 5 }) })) },
  { weight: 2, arbitrary: tagged('release', fc.record({ process, call })) },
  { weight: 12, arbitrary: tagged('go', fc.record({ nth: fc.nat({ max: 11 }), fate })) },
  { weight: 5, arbitrary: fc.constant<KeyStep>({ tag: 'go_all' }) },
  { weight: 2, arbitrary: tagged('wait', fc.record({ hours: fc.constantFrom(1, 3, 12, 24, 100) })) },
  {
    weight: 2,
    arbitrary: tagged('turn_clock', fc.record({ process, hoursAhead: fc.constantFrom(-11, -2, 0, 2, 11) })),
  },
  { weight: 1, arbitrary: tagged('die', fc.record({ process })) },
  {
    weight: 1,
    arbitrary: tagged('set_limit', fc.record({ key: fc.nat({ max: 2 }), limit: fc.constantFrom(50n, 150n, 250n) })),
  },
)

/** What may happen to three keys of one owner, which two processes with clocks of their own serve. */
export const keyHistory = (longest: number): fc.Arbitrary<readonly KeyStep[]> =>
  fc.array(step, { minLength: 5, maxLength: longest, size: 'max' })
