import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import type { Reserve } from '../../../src/domain/ledger/reservation-command.ts'
import { INSTANCE_LIFE } from '../../../src/domain/limits/instance-life.ts'
import { maxMicro } from '../../../src/domain/money/money.ts'
import type { LedgerMemory } from '../../twins/billing/ledger-memory.ts'
import { DONE } from '../gates.ts'
import type { Fate } from '../gates.ts'
import { agentHolding } from './agent-calls.ts'
import type { ReserveStep } from './reserve-history.ts'
import type { InstallationFaults } from './reserve-installation.ts'
import type { ProcessFaults } from './reserving-process.ts'

/** A fault of the ledger, of a store or of a process, and what is wrong with it. */
export interface PlantedBug {
  readonly which: string
  readonly installation?: InstallationFaults
  readonly process?: ProcessFaults
  /** A history that finds it where chance rarely makes one. Without the bug it keeps the laws, like any other. */
  readonly found?: readonly ReserveStep[]
}

const warm = (isGranted = true): ReserveStep => ({ tag: 'warm', process: 0, key: 0, isGranted })
const call: ReserveStep = { tag: 'call', process: 0, key: 0, size: 'plain' }
/** Two of them are more than there is besides what is reserved. */
const bigCall = (process: number): readonly ReserveStep[] => [
  { tag: 'call', process, key: 0, size: 'huge' },
  go(),
  go(),
  go(),
]
const go = (fate: Fate = DONE): ReserveStep => ({ tag: 'go', nth: 0, fate })

const agent = (choices: number): ReserveStep => ({ tag: 'agent', process: 0, key: 0, choices, limit: 12_000 })

const onLedger = (change: (command: LedgerCommand) => LedgerCommand): ProcessFaults => ({
  ledger: ({ submit }) => ({ submit: (command) => submit(change(command) as typeof command) }),
})

/** Grants what was asked for again, once more. */
const relative = ({ reservations }: LedgerMemory, command: Reserve): void => {
  const earlier = reservations.get(command.reservationId)
  if (earlier === undefined || earlier.ended || earlier.granted < command.granted) return
  Object.assign(command, { granted: earlier.granted + command.granted })
}

const believing = ({ submit }: Ledger): Ledger => ({
  submit: async (command) => {
    const answer = await submit(command)
    if (command.tag !== 'reserve' || !isLeft(answer)) return answer
    const { reservationId: id, granted, ...of } = command
    const reservation = { ...of, id, granted, currency: 'RUB', captured: 0n, returned: 0n, ended: false } as const
    return right({ tag: 'reserved', reservation, fresh: true } as never)
  },
})

/** By number of the law that each breaks first. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    which: '1: a reserve that leaves out what is held',
    installation: {
      ledger: ({ wallets }, { tag, ...command }) => {
        if (tag !== 'reserve' || !('walletId' in command)) return
        const before = wallets.get(command.walletId)!
        return () => {
          const { reserved, ...now } = wallets.get(command.walletId)!
          wallets.set(now.id, { ...now, held: before.held, reserved })
        }
      },
    },
  },
  {
    which: '2: a grant that is believed although its answer got lost',
    process: { ledger: believing },
    found: [warm(false), go({ tag: 'breaks', way: 1 }), call],
  },
  {
    which: '2: a give-back of what a call under way may need',
    process: onLedger((command) =>
      command.tag === 'give_back' && command.returned !== 'all'
        ? { ...command, returned: command.returned + 5n }
        : command,
    ),
  },
  {
    which: '3: an excess that is taken from the reservation',
    found: [warm(), call, call, { tag: 'end', nth: 0, quarters: 1_000 }, { tag: 'go_all' }],
    process: onLedger((command) =>
      command.tag === 'capture' ? { ...command, cover: maxMicro(command.cover, command.price) } : command,
    ),
  },
  {
    which: '4: a reserve that adds to what was granted',
    found: [warm(false), go({ tag: 'answer_lost', way: 0 }), { tag: 'tend', process: 0 }, go()],
    installation: {
      ledger: (memory, command) => {
        if (command.tag === 'reserve') relative(memory, command)
      },
    },
  },
  {
    which: '4: a capture that is not known by its id',
    found: [
      warm(),
      call,
      { tag: 'end', nth: 0, quarters: 2 },
      go({ tag: 'answer_lost', way: 0 }),
      { tag: 'go_all' },
      { tag: 'go_all' },
    ],
    installation: {
      ledger: ({ holds, references, transfers }, command) => {
        if (command.tag !== 'capture' || !holds.has(command.holdId)) return
        const charge = transfers.get(command.holdId)
        holds.delete(command.holdId)
        transfers.delete(command.holdId)
        references.delete(`${command.reference.kind}:${command.reference.id}`)
        return () => {
          if (charge !== undefined) transfers.set(`${command.holdId}, once more`, charge)
        }
      },
    },
  },
  {
    which: '5: a reserve for an instance that has ended',
    installation: {
      ledger: ({ livingInstances }, command) => {
        if (command.tag !== 'reserve' || livingInstances.has(command.instance)) return
        livingInstances.add(command.instance)
        return () => void livingInstances.delete(command.instance)
      },
    },
  },
  {
    which: '5: a sweep that ends what living instances have',
    installation: {
      ofEndedInstances: ({ reservations }) => [...reservations.values()].filter(({ ended }) => !ended),
    },
  },
  {
    which: '6: a reserve that leaves the limit of the key out',
    installation: {
      ledger: ({ budgets }, command) => {
        if (command.tag !== 'reserve') return
        const { id, limit } = budgets.get(command.budgetId)!
        budgets.set(id, { ...budgets.get(id)!, limit: null })
        return () => void budgets.set(id, { ...budgets.get(id)!, limit })
      },
    },
  },
  {
    which: '7: a refusal with no second decision',
    process: { asking: ({ ledger }) => ledger },
    found: [warm(), ...bigCall(0), ...bigCall(0)],
  },
  {
    which: '7: a wallet that is never marked',
    process: { pressedWallets: (store) => ({ ...store, press: async () => false }) },
    found: [warm(), ...bigCall(1), ...bigCall(1)],
  },
  {
    which: '7: a mark that no process looks for',
    process: { pressedWallets: (store) => ({ ...store, pressedOf: async () => [] }) },
    found: [warm(), ...bigCall(1), ...bigCall(1), { tag: 'wait', seconds: 5, flows: true }],
  },
  {
    which: '8: a watch that goes on through an outage',
    found: [
      { tag: 'wait', seconds: 5, flows: true },
      { tag: 'outage', process: null, seconds: 60 },
      { tag: 'look', process: 1 },
    ],
    process: {
      instances: (store) => {
        let last: Awaited<ReturnType<typeof store.living>> = []
        return {
          ...store,
          living: async () => {
            last = await store.living().catch(() => last)
            return last
          },
          endSilent: (silent) => store.endSilent(silent).catch(() => false),
        }
      },
    },
  },
  {
    which: '9: an admission that counts from the answer of the last beat',
    found: [
      warm(),
      { tag: 'slow_beat', process: 0 },
      { tag: 'freeze', process: 0, seconds: 40, notices: true },
      go(),
      call,
    ],
    process: {
      instance: (instance, clock) => ({
        get id() {
          return instance.id
        },
        mayAdmit: () => clock.answeredMs !== null && clock.nowMs() - clock.answeredMs < INSTANCE_LIFE.admitsForMs,
      }),
    },
  },
  {
    which: '10: a grant in a wallet that is marked',
    installation: {
      ledger: ({ pressedAt }, command) => {
        const marked = [...pressedAt]
        if (command.tag !== 'reserve') return
        pressedAt.clear()
        return () => {
          for (const [id, atMs] of marked) pressedAt.set(id, atMs)
        }
      },
    },
    found: [warm(), ...bigCall(1), ...bigCall(1), { tag: 'warm', process: 0, key: 1, isGranted: true }],
  },
  {
    which: '10: a grant that leaves out what others have reserved',
    installation: {
      ledger: ({ wallets }, command) => {
        if (command.tag !== 'reserve') return
        const before = wallets.get(command.walletId)!
        wallets.set(before.id, { ...before, reserved: 0n })
        return () => {
          const now = wallets.get(before.id)!
          wallets.set(before.id, { ...now, reserved: now.reserved + before.reserved })
        }
      },
    },
    found: [
      ...[0, 1, 2].flatMap((process) =>
        [1, 0].map((key): ReserveStep => ({ tag: 'warm', process, key, isGranted: true })),
      ),
      { tag: 'debit', process: 1, amount: 3_000n },
      go(),
      { tag: 'debit', process: 1, amount: 400n },
      go(),
      ...Array.from({ length: 12 }, (): readonly ReserveStep[] => [
        call,
        { tag: 'end', nth: 0, quarters: 4 },
        { tag: 'go_all' },
      ]).flat(),
    ],
  },
  {
    which: '11: an end of a reservation that is never sent',
    process: {
      ledger: ({ submit }) => ({
        submit: async (command) =>
          command.tag === 'give_back' && command.returned === 'all'
            ? left({ tag: 'ledger_unavailable', mayHaveLanded: true })
            : submit(command),
      }),
    },
  },
  {
    which: '12: a limit that is rounded up',
    process: {
      holding: (plan, id) => {
        const { findSmallerHold, affordedBy } = agentHolding(plan, id)
        return {
          findSmallerHold,
          affordedBy: (heldMicro) => {
            const afforded = affordedBy(heldMicro)
            const { isShortened, outputLimit, request } = afforded
            return isShortened ? { ...afforded, request: { ...request, max_tokens: outputLimit + 1 } } : afforded
          },
        }
      },
    },
    found: [agent(1)],
  },
  {
    which: '12: a limit that leaves out the number of answers',
    process: {
      holding: (plan, id) => {
        const { findSmallerHold, affordedBy } = agentHolding({ ...plan, request: { ...plan.request, n: 1 } }, id)
        const { n } = plan.request
        return {
          findSmallerHold,
          affordedBy: (heldMicro) => {
            const afforded = affordedBy(heldMicro)
            return { ...afforded, request: { ...afforded.request, n } }
          },
        }
      },
    },
    found: [agent(3)],
  },
  {
    which: '12: a hold that takes half as soon as half is enough, and all of less',
    installation: {
      ledger: ({ wallets }, command) => {
        if (command.tag !== 'place_hold' || command.less === undefined) return
        const { balance, held } = wallets.get(command.walletId)!
        const { enough } = command.less
        const isEnough = (balance - held) / 2n >= enough
        Object.assign(command, { less: { ...command.less, enough: isEnough ? enough : command.amount } })
      },
    },
    found: [
      agent(1),
      go(),
      go(),
      { tag: 'end', nth: 0, quarters: 3 },
      { tag: 'go_all' },
      { tag: 'go_all' },
      agent(1),
      go(),
      go(),
    ],
  },
]
