import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChangeProfile } from '../../../../application/accounts/profile/change-profile.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { displayName } from '../codecs/account-codecs.ts'
import { profileBody, writeProfile } from './profile-wire.ts'
import { accountSurface } from '../surface.ts'

export const changeProfileEndpoint = (changeProfile: ChangeProfile): Endpoint =>
  endpoint({
    id: 'changeProfile',
    method: 'PATCH',
    path: '/v1/me',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Change your profile',
    body: t.type({ display_name: nullish(displayName) }, 'UpdateMeRequest'),
    success: { status: 200, description: 'You, as you are now.', body: profileBody },
    failures: [],
    // Absent leaves the name as it is, null clears it.
    handle: async ({ body: { display_name } }, { userId }) => {
      const change = display_name === undefined ? {} : { displayName: display_name }
      return right(json(200, writeProfile(await changeProfile({ userId, ...change }))))
    },
  })
