import { right } from 'fp-ts/lib/Either.js'
import type { ReadProfile } from '../../../application/accounts/read-profile.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { profileBody, writeProfile } from './profile-wire.ts'

export const readProfileEndpoint = (readProfile: ReadProfile): Endpoint =>
  endpoint({
    id: 'readProfile',
    method: 'GET',
    path: '/v1/me',
    auth: 'session',
    summary: 'Read your profile',
    success: { status: 200, description: 'You.', body: profileBody },
    failures: [],
    handle: async (_, { userId }) => right(json(200, writeProfile(await readProfile(userId)))),
  })
