import { right } from 'fp-ts/lib/Either.js'
import type { ReadProfile } from '../../../../application/accounts/profile/read-profile.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { profileBody, writeProfile } from './profile-wire.ts'
import { accountSurface } from '../surface.ts'

export const readProfileEndpoint = (readProfile: ReadProfile): Endpoint =>
  endpoint({
    id: 'readProfile',
    method: 'GET',
    path: '/v1/me',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Read your profile',
    success: { status: 200, description: 'You.', body: profileBody },
    failures: [],
    handle: async (_, { userId }) => right(json(200, writeProfile(await readProfile(userId)))),
  })
