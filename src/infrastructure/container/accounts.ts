import { changePasswordEndpoint } from '../../adapters/http/account/passwords/change-password.ts'
import { forgotPasswordEndpoint } from '../../adapters/http/account/passwords/forgot-password.ts'
import { resetPasswordEndpoint } from '../../adapters/http/account/passwords/reset-password.ts'
import { changeProfileEndpoint } from '../../adapters/http/account/profile/change-profile.ts'
import { deleteAccountEndpoint } from '../../adapters/http/account/profile/delete-account.ts'
import { readProfileEndpoint } from '../../adapters/http/account/profile/read-profile.ts'
import { registerEndpoint } from '../../adapters/http/account/registration/register.ts'
import { resendVerificationEndpoint } from '../../adapters/http/account/registration/resend-verification.ts'
import { verifyEmailEndpoint } from '../../adapters/http/account/registration/verify-email.ts'
import { changePassword as makeChangePassword } from '../../application/accounts/passwords/change-password.ts'
import { requestPasswordReset as makeRequestPasswordReset } from '../../application/accounts/passwords/request-password-reset.ts'
import { resetPassword as makeResetPassword } from '../../application/accounts/passwords/reset-password.ts'
import { changeProfile as makeChangeProfile } from '../../application/accounts/profile/change-profile.ts'
import { readProfile as makeReadProfile } from '../../application/accounts/profile/read-profile.ts'
import { freeAddress as makeFreeAddress } from '../../application/accounts/registration/free-address.ts'
import { register as makeRegister } from '../../application/accounts/registration/register.ts'
import { resendVerification as makeResendVerification } from '../../application/accounts/registration/resend-verification.ts'
import { selfRegister as makeSelfRegister } from '../../application/accounts/registration/self-register.ts'
import { verifyEmail as makeVerifyEmail } from '../../application/accounts/registration/verify-email.ts'
import {
  grantRole as makeGrantRole,
  revokeRole as makeRevokeRole,
} from '../../application/accounts/users/change-role.ts'
import { deactivateUser as makeDeactivateUser } from '../../application/accounts/users/deactivate-user.ts'
import { findUser as makeFindUser } from '../../application/accounts/users/find-user.ts'
import { listUsers as makeListUsers } from '../../application/accounts/users/list-users.ts'
import { reactivateUser as makeReactivateUser } from '../../application/accounts/users/reactivate-user.ts'
import { setRateLimit as makeSetRateLimit } from '../../application/accounts/users/set-rate-limit.ts'
import { admitMail } from './admission.ts'
import {
  identities,
  invalidation,
  mail,
  oneTimeTokens,
  storedResponses,
  unitOfWork,
  users,
  wallets,
} from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { passwords, registration, signupBonus } from './resources.ts'
import { clock, ids, oneTimeSecrets } from './runtime.ts'

export const register = provision('register', makeRegister, { users, passwords, unitOfWork, ids, clock, signupBonus })
const selfRegister = provision('selfRegister', makeSelfRegister, { register, registration })
const verifyEmail = provision('verifyEmail', makeVerifyEmail, {
  oneTimeSecrets,
  oneTimeTokens,
  users,
  passwords,
  unitOfWork,
  invalidation,
  clock,
})
const resendVerification = provision('resendVerification', makeResendVerification, {
  users,
  mail,
  admitMail,
  ids,
  clock,
})

const requestPasswordReset = provision('requestPasswordReset', makeRequestPasswordReset, {
  mail,
  admitMail,
  ids,
  clock,
})
const resetPassword = provision('resetPassword', makeResetPassword, {
  oneTimeSecrets,
  oneTimeTokens,
  users,
  passwords,
  unitOfWork,
  invalidation,
  ids,
  clock,
})
const changePassword = provision('changePassword', makeChangePassword, {
  users,
  passwords,
  unitOfWork,
  invalidation,
  ids,
  clock,
})

const readProfile = provision('readProfile', makeReadProfile, { users, identities })
const changeProfile = provision('changeProfile', makeChangeProfile, { users, identities })

export const findUser = provision('findUser', makeFindUser, { users })
export const listUsers = provision('listUsers', makeListUsers, { users, wallets })
export const deactivateUser = provision('deactivateUser', makeDeactivateUser, {
  unitOfWork,
  invalidation,
  storedResponses,
  ids,
  clock,
})
export const reactivateUser = provision('reactivateUser', makeReactivateUser, {
  unitOfWork,
  invalidation,
  storedResponses,
})
export const setRateLimit = provision('setRateLimit', makeSetRateLimit, { unitOfWork, invalidation })
const roleNeeds = { unitOfWork, invalidation, clock }
export const grantRole = provision('grantRole', makeGrantRole, roleNeeds)
export const revokeRole = provision('revokeRole', makeRevokeRole, roleNeeds)
export const freeAddress = provision('freeAddress', makeFreeAddress, { unitOfWork })

export const accountEndpoints = [
  provisionOf(registerEndpoint, selfRegister),
  provisionOf(verifyEmailEndpoint, verifyEmail),
  provisionOf(resendVerificationEndpoint, resendVerification),
  provisionOf(forgotPasswordEndpoint, requestPasswordReset),
  provisionOf(resetPasswordEndpoint, resetPassword),
  provisionOf(readProfileEndpoint, readProfile),
  provisionOf(changeProfileEndpoint, changeProfile),
  provisionOf(deleteAccountEndpoint, deactivateUser),
  provisionOf(changePasswordEndpoint, changePassword),
]
