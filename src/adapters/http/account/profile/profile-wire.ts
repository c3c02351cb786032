import * as t from 'io-ts'
import type { Profile } from '../../../../application/accounts/profile/read-profile.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { unixTime } from '../../codecs/codecs.ts'

export const profileBody = t.type(
  {
    id: t.string,
    email: t.string,
    email_verified: t.boolean,
    display_name: t.union([t.string, t.null]),
    has_password: t.boolean,
    identities: t.readonlyArray(t.string),
    created_at: unixTime,
    is_operator: t.boolean,
  },
  'UserMe',
)

export const writeProfile = (profile: Profile): t.TypeOf<typeof profileBody> => ({
  id: profile.id,
  email: profile.email,
  email_verified: profile.emailVerified,
  display_name: profile.displayName,
  has_password: profile.hasPassword,
  identities: profile.identities,
  created_at: secondsOf(profile.createdAt),
  is_operator: profile.isOperator,
})
