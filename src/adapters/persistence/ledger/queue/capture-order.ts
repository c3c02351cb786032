import type { LedgerCommand } from '../../../../domain/ledger/command.ts'
import { shortLivedMap } from '../../../../domain/short-lived-map.ts'
import type { WaitingCommand } from './waiting-command.ts'

/**
 * Keeps in their order the commands that must not overtake captures, although these are written in batches of their
 * own: the end of a reservation comes behind its captures, and the refund of a charge behind the capture that makes it.
 */
interface CaptureOrder {
  /**
   * Returns the command to queue now, followed to its answer; null if it must wait for captures that have no answer
   * yet.
   */
  follow(waiting: WaitingCommand): WaitingCommand | null
  /** How many commands wait for captures. */
  blocked(): number
}

/** The reservation or call whose captures this command must not overtake. */
const comesBehind = (command: LedgerCommand): string | null => {
  if (command.tag === 'transfer') return command.reverses
  return command.tag === 'give_back' && command.returned === 'all' ? command.reservationId : null
}

/** `onFree` gets each command whose captures have been answered. */
export const captureOrder = (onFree: (freed: WaitingCommand) => void): CaptureOrder => {
  /** Id of a reservation or call → how many of its captures have no answer yet. */
  const unwritten = shortLivedMap<number>()
  const waitingFor = new Map<string, WaitingCommand[]>()
  let blocked = 0

  const answered = (id: string): void => {
    const left = (unwritten.get(id) ?? 0) - 1
    if (left > 0) {
      unwritten.set(id, left)
      return
    }
    unwritten.take(id)
    const freed = waitingFor.get(id) ?? []
    waitingFor.delete(id)
    blocked -= freed.length
    freed.forEach(onFree)
  }

  const counted = (waiting: WaitingCommand, ids: readonly string[]): WaitingCommand => {
    for (const id of ids) unwritten.set(id, (unwritten.get(id) ?? 0) + 1)
    return {
      ...waiting,
      answer: (outcome) => {
        ids.forEach(answered)
        waiting.answer(outcome)
      },
      fail: (error) => {
        ids.forEach(answered)
        waiting.fail(error)
      },
    }
  }

  return {
    follow: (waiting) => {
      const { command } = waiting
      if (command.tag === 'capture') return counted(waiting, [command.reservationId, command.holdId])
      const id = comesBehind(command)
      if (id === null || unwritten.get(id) === undefined) return waiting
      const others = waitingFor.get(id)
      if (others === undefined) waitingFor.set(id, [waiting])
      else others.push(waiting)
      blocked += 1
      return null
    },
    blocked: () => blocked,
  }
}
