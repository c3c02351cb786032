import type { Webhook } from '../../../src/domain/webhooks/webhook.ts'
import type { IdentityGround } from '../../support/accounts/identity-stack.ts'
import { AT, someUser } from '../accounts/identity-stores.ts'
import { testId } from '../billing/billing-stores.ts'

/** A webhook that no store has. Its user must exist before it is added. */
export const someWebhook = (userId: string, change: Partial<Webhook> = {}): Webhook => ({
  id: testId(),
  userId,
  url: 'https://hooks.example.com/',
  description: null,
  events: null,
  enabled: true,
  disabledReason: null,
  deliveredAt: null,
  createdAt: AT,
  ...change,
})

/** A webhook of a new user, in the stores of the ground. */
export const addWebhook = async ({ stores }: IdentityGround, change: Partial<Webhook> = {}): Promise<Webhook> => {
  const user = someUser()
  await stores.users.add(user)
  const webhook = someWebhook(user.id, change)
  await stores.webhooks.add(webhook, 'whsec_c2VjcmV0')
  return webhook
}
