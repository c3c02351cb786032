import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { UnsubscribeTokens } from '../../application/ports/notifications/unsubscribe-tokens.ts'
import { ALERT_KINDS } from '../../domain/mail/notification-settings.ts'
import { isUuid } from '../../domain/uuid.ts'

const KEY_BYTES = 32
const PURPOSE = 'unsubscribe v1'
const MAC = /^[A-Za-z0-9_-]{43}$/

/** `secret` may be used elsewhere too: the key of these tokens is derived from it. Tokens are `kind.user.MAC`. */
export const hmacUnsubscribeTokens = (secret: Uint8Array): UnsubscribeTokens => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES))
  const macOf = (signed: string): Buffer => createHmac('sha256', key).update(signed).digest()
  return {
    make: ({ userId, kind }) => `${kind}.${userId}.${macOf(`${kind}.${userId}`).toString('base64url')}`,
    read: (token) => {
      const [word = '', userId = '', mac = '', ...rest] = token.split('.', 4)
      const kind = ALERT_KINDS.find((each) => each === word)
      if (kind === undefined || !isUuid(userId) || !MAC.test(mac) || rest.length > 0) return null
      return timingSafeEqual(macOf(`${kind}.${userId}`), Buffer.from(mac, 'base64url')) ? { userId, kind } : null
    },
  }
}
