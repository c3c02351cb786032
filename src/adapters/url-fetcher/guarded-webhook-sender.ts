import { isLeft } from 'fp-ts/lib/Either.js'
import { request } from 'undici'
import type { WebhookSender } from '../../application/ports/webhooks/webhook-sender.ts'
import { publicUrl } from '../../domain/media/public-url.ts'
import type { UrlRules } from '../../domain/media/public-url.ts'
import type { AttemptResult } from '../../domain/webhooks/delivery.ts'
import { fewHints } from './few-hints.ts'
import { guardedAgent } from './guarded-agent.ts'
import { isUnsafe } from './guarded-connector.ts'
import { nameResolver } from './name-resolver.ts'
import type { ResolveHost } from './name-resolver.ts'
import { webhookRequest } from './webhook-request.ts'

interface GuardedWebhookSenderOptions {
  readonly rules: UrlRules
  readonly resolve?: ResolveHost
  /** For the whole attempt: name, connection, request, and the head of the answer. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000

const unanswered = (reason: string): AttemptResult => ({ tag: 'unanswered', reason })

/** What went wrong, in words that tell an owner nothing about our network. */
const reasonOf = (thrown: unknown, deadline: AbortSignal): string => {
  if (isUnsafe(thrown)) return 'the address does not lead to a public host'
  if (deadline.aborted) return 'no answer within the time limit'
  return 'the server could not be reached, or broke the connection'
}

/**
 * Sends events to servers of users. Every connection is checked at the moment at which it is made, as for files that
 * users name, and serves one event.
 */
export const guardedWebhookSender = (options: GuardedWebhookSenderOptions): WebhookSender => {
  const { rules, resolve = nameResolver(), timeoutMs = TIMEOUT_MS } = options
  return {
    send: async (webhook, stop) => {
      const url = publicUrl(webhook.url, rules)
      if (isLeft(url)) return unanswered(url.left.message)
      const { headers, body } = webhookRequest(webhook)
      const deadline = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([deadline, stop])
      const dispatcher = guardedAgent({ isExempt: rules.isExempt, resolve, connectTimeoutMs: timeoutMs, signal })
      try {
        const answer = await request(url.right.href, {
          method: 'POST',
          dispatcher,
          headers,
          body,
          signal,
          onInfo: fewHints(),
        })
        answer.body.on('error', () => undefined).destroy()
        return { tag: 'answered', status: answer.statusCode }
      } catch (thrown) {
        return unanswered(reasonOf(thrown, deadline))
      } finally {
        await dispatcher.destroy()
      }
    },
  }
}
