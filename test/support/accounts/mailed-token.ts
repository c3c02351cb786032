import type { MailMessage } from '../../../src/application/ports/mail/mailer.ts'
import type { MailKind } from '../../../src/domain/mail/outgoing-mail.ts'
import type { IdentityGround, IdentityStack } from './identity-stack.ts'

/** Has everything due sent, and reads the token of the last mail message of a kind to an address. */
export const mailedToken = async (
  ground: IdentityGround,
  stack: IdentityStack,
  kind: MailKind,
  to: string,
): Promise<string> => {
  await sendAll(stack)
  const message = ground.mailer.messages.findLast((each) => each.kind === kind && each.to === to)
  if (message === undefined) throw new Error(`no ${kind} message went to ${to}`)
  return new URL(linkOf(message)).searchParams.get('token') ?? ''
}

/** Empty for a message without a link. */
export const linkOf = (message: MailMessage | undefined): string =>
  message !== undefined && 'link' in message ? message.link : ''

export const sendAll = async (stack: IdentityStack): Promise<void> => {
  while ((await stack.sendDueMail()) > 0);
}
