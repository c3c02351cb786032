import type { KeyPace } from '../../../domain/reservations/size.ts'
import type { KeyState, WalletState } from './own-reservation.ts'

/** The keys that called lately, in the order of their last use, at most `most`. */
export interface KnownKeys {
  find(budgetId: string): KeyState | undefined
  /** Null if there is no room, or the key belongs to another wallet. */
  findOrAdd(walletId: string, budgetId: string, newPace: () => KeyPace): KeyState | null
  ofWallet(walletId: string): WalletState | undefined
  /** A call of the key began or ended. */
  touch(key: KeyState, nowMs: number): void
  delete(key: KeyState): void
  /** The one that was not used for longest comes first. */
  all(): Iterable<KeyState>
}

const newWallet = (id: string): WalletState => ({
  id,
  keys: new Set(),
  funds: null,
  reserved: 0n,
  pressedUntilMs: Number.NEGATIVE_INFINITY,
  isSuspended: false,
})

const newKey = (wallet: WalletState, budgetId: string, pace: KeyPace): KeyState => ({
  wallet,
  budgetId,
  pace,
  lastCallMs: Number.NEGATIVE_INFINITY,
  quietUntilMs: Number.NEGATIVE_INFINITY,
  leftOfKey: null,
  reservation: null,
})

/** Use is noted once in so long: putting a key behind all others with each call costs more than the call's own sums. */
const TOUCH_MS = 100

export const knownKeys = (most: number): KnownKeys => {
  const keys = new Map<string, KeyState>()
  const wallets = new Map<string, WalletState>()

  const remove = (key: KeyState): void => {
    keys.delete(key.budgetId)
    key.wallet.keys.delete(key)
    if (key.wallet.keys.size === 0) wallets.delete(key.wallet.id)
  }

  /** Makes room by the key that was not used for longest, where nothing of it is under way or reserved. */
  const hasRoom = (): boolean => {
    if (keys.size < most) return true
    const [oldest] = keys.values()
    if (oldest === undefined || oldest.reservation !== null || oldest.pace.underWay > 0n) return false
    remove(oldest)
    return true
  }

  const add = (walletId: string, budgetId: string, pace: KeyPace): KeyState => {
    const wallet = wallets.get(walletId) ?? newWallet(walletId)
    const key = newKey(wallet, budgetId, pace)
    wallets.set(walletId, wallet)
    wallet.keys.add(key)
    keys.set(budgetId, key)
    return key
  }

  return {
    find: (budgetId) => keys.get(budgetId),
    findOrAdd: (walletId, budgetId, newPace) => {
      const known = keys.get(budgetId)
      if (known !== undefined) return known.wallet.id === walletId ? known : null
      return hasRoom() ? add(walletId, budgetId, newPace()) : null
    },
    ofWallet: (walletId) => wallets.get(walletId),
    touch: (key, nowMs) => {
      if (nowMs - key.lastCallMs < TOUCH_MS) return
      key.lastCallMs = nowMs
      if (keys.delete(key.budgetId)) keys.set(key.budgetId, key)
    },
    delete: remove,
    all: () => keys.values(),
  }
}
