import { systemAccountOf } from '../../../../domain/ledger/account.ts'
import type { LedgerCommand } from '../../../../domain/ledger/command.ts'
import type { WaitingCommand } from '../queue/waiting-command.ts'

/** The wallet whose rows a command needs; of a transfer between two of them, the one that pays. */
const walletIdOf = (command: LedgerCommand): string => {
  if (command.tag !== 'transfer') return command.walletId
  return systemAccountOf(command.debit) === null ? command.debit : command.credit
}

/** Commands by their wallets. */
export const byWallet = (items: readonly WaitingCommand[]): ReadonlyMap<string, readonly WaitingCommand[]> =>
  Map.groupBy(items, ({ command }) => walletIdOf(command))

/** Takes the commands of one wallet whose rows are locked; `sentBefore` as for a batch. */
export type SetAside = (items: readonly WaitingCommand[], sentBefore: boolean) => void

/** Commands of wallets whose rows another transaction keeps locked. They wait for these beside the batches. */
interface LockedWallets {
  readonly setAside: SetAside
  /** Takes the commands of wallets that are known to be locked; returns the others. */
  sift(items: readonly WaitingCommand[]): readonly WaitingCommand[]
  /** How many wait here. */
  size(): number
  /** Resolves when all that wait have their outcomes. */
  ended(): Promise<void>
}

interface Aside {
  readonly items: WaitingCommand[]
  sentBefore: boolean
}

/** `run` gives the commands of one wallet their outcomes, and is called for one wallet at a time. */
export const lockedWallets = (
  run: (items: readonly WaitingCommand[], sentBefore: boolean) => Promise<void>,
): LockedWallets => {
  const waiting = new Map<string, Aside>()
  let underWay: string | null = null
  let size = 0
  let working: Promise<void> | null = null

  const work = async (): Promise<void> => {
    for (;;) {
      const [next] = waiting
      if (next === undefined) return
      const [walletId, { items, sentBefore }] = next
      waiting.delete(walletId)
      underWay = walletId
      await run(items, sentBefore)
      underWay = null
      size -= items.length
    }
  }

  const begin = (): void => {
    working ??= work().finally(() => {
      working = null
      if (waiting.size > 0) begin()
    })
  }

  const add = (walletId: string, items: readonly WaitingCommand[], sentBefore: boolean): void => {
    const aside = waiting.get(walletId) ?? { items: [], sentBefore: false }
    for (const item of items) aside.items.push(item)
    size += items.length
    aside.sentBefore ||= sentBefore
    waiting.set(walletId, aside)
    begin()
  }

  const isKnown = (walletId: string): boolean => underWay === walletId || waiting.has(walletId)

  return {
    setAside: (items, sentBefore) => {
      for (const [walletId, own] of byWallet(items)) add(walletId, own, sentBefore)
    },
    sift: (items) => {
      if (working === null) return items
      const others: WaitingCommand[] = []
      for (const item of items) {
        const walletId = walletIdOf(item.command)
        if (isKnown(walletId)) add(walletId, [item], false)
        else others.push(item)
      }
      return others
    },
    size: () => size,
    ended: async () => {
      while (working !== null) await working
    },
  }
}
