import { changePassword } from '../../application/accounts/change-password.ts'
import { linkIdentity } from '../../application/accounts/identities/link-identity.ts'
import { requestPasswordReset } from '../../application/accounts/request-password-reset.ts'
import { resendVerification } from '../../application/accounts/resend-verification.ts'
import { resetPassword } from '../../application/accounts/reset-password.ts'
import { signInWithProvider } from '../../application/accounts/identities/sign-in-with-provider.ts'
import { unlinkIdentity } from '../../application/accounts/identities/unlink-identity.ts'
import { reauthenticate } from '../../application/accounts/sessions/reauthenticate.ts'
import { verifyEmail } from '../../application/accounts/verify-email.ts'
import { pruneMail } from '../../application/mail/prune-mail.ts'
import { sendDueMail } from '../../application/mail/send-due-mail.ts'
import { mailLinks } from '../mail-links.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { provide, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'

const { clock, ids, identities, invalidation, mail, oneTimeSecrets, oneTimeTokens, unitOfWork, users } = port
const { passwords } = resource

/** The use cases about whose mailbox and whose social account it is. */
export const mailboxProvisions: readonly Provision[] = [
  provide(use.verifyEmail, verifyEmail, {
    oneTimeSecrets,
    oneTimeTokens,
    users,
    passwords,
    unitOfWork,
    invalidation,
    clock,
  }),
  provide(use.resendVerification, resendVerification, { users, mail, admitLetter: use.admitLetter, ids, clock }),
  provide(use.requestPasswordReset, requestPasswordReset, { mail, admitLetter: use.admitLetter, ids, clock }),
  provide(use.resetPassword, resetPassword, {
    oneTimeSecrets,
    oneTimeTokens,
    users,
    passwords,
    unitOfWork,
    invalidation,
    ids,
    clock,
  }),
  provide(use.changePassword, changePassword, { users, passwords, unitOfWork, invalidation, ids, clock }),
  provide(
    use.signInWithProvider,
    ({ config, ...deps }) =>
      signInWithProvider({ ...deps, signupBonus: config.signupBonus, registration: config.registration }),
    {
      config: resource.config,
      identityProviders: port.identityProviders,
      openSession: use.openSession,
      unitOfWork,
      invalidation,
      ids,
      clock,
    },
  ),
  provide(use.linkIdentity, linkIdentity, {
    identityProviders: port.identityProviders,
    identities,
    sessions: port.sessions,
    users,
    unitOfWork,
    ids,
    clock,
  }),
  provide(use.unlinkIdentity, unlinkIdentity, { unitOfWork, invalidation, ids, clock }),
  provide(use.reauthenticate, reauthenticate, {
    users,
    passwords,
    identityProviders: port.identityProviders,
    unitOfWork,
    clock,
  }),
  provide(
    use.sendDueMail,
    ({ config, log, ...deps }) =>
      sendDueMail({
        ...deps,
        linkOf: mailLinks(config),
        onFailure: (mailId, { tag, reason }) => log.warn({ mailId, failure: tag, reason }, 'a mail was not sent'),
      }),
    {
      config: resource.config,
      log: resource.log,
      mail,
      oneTimeTokens,
      oneTimeSecrets,
      unitOfWork,
      mailer: resource.mailer,
      clock,
    },
  ),
  provide(use.pruneMail, pruneMail, { mail, oneTimeTokens, clock }),
]
