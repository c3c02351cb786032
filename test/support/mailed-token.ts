import type { MailKind } from '../../src/domain/mail/outgoing-mail.ts'
import type { IdentityGround, IdentityStack } from './identity-stack.ts'

/** Has everything due sent, and reads the token of the last letter of a kind to an address. */
export const mailedToken = async (
  ground: IdentityGround,
  stack: IdentityStack,
  kind: MailKind,
  to: string,
): Promise<string> => {
  await sendAll(stack)
  const letter = ground.mailer.letters.findLast((each) => each.kind === kind && each.to === to)
  if (letter === undefined) throw new Error(`no ${kind} letter went to ${to}`)
  return new URL(letter.link).searchParams.get('token') ?? ''
}

export const sendAll = async (stack: IdentityStack): Promise<void> => {
  while ((await stack.sendDueMail()) > 0);
}
