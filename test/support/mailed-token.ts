import type { Letter } from '../../src/application/ports/mailer.ts'
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
  return new URL(linkOf(letter)).searchParams.get('token') ?? ''
}

/** Empty for a letter without a link. */
export const linkOf = (letter: Letter | undefined): string =>
  letter !== undefined && 'link' in letter ? letter.link : ''

export const sendAll = async (stack: IdentityStack): Promise<void> => {
  while ((await stack.sendDueMail()) > 0);
}
