import type { Schemas } from '../../api/api-types.ts'

type KeyState = 'on' | 'disabled' | 'expired' | 'spent'

/** What a program that uses the key now would meet; the first reason of those for which the service refuses it. */
export const keyState = (
  key: Pick<Schemas['ApiKeyResponse'], 'disabled' | 'expires_at' | 'spend_limit' | 'spent' | 'period_spent'>,
  nowSeconds: number,
): KeyState => {
  if (key.disabled) return 'disabled'
  if (key.expires_at !== null && key.expires_at <= nowSeconds) return 'expired'
  const spent = Number(key.period_spent ?? key.spent)
  return key.spend_limit !== null && spent >= Number(key.spend_limit) ? 'spent' : 'on'
}
