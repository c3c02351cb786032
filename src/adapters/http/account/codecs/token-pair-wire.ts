import * as t from 'io-ts'
import type { TokenPair } from '../../../../application/accounts/sessions/open-session.ts'
import { count } from '../../codecs/codecs.ts'
import { json } from '../../sending/http-response.ts'
import type { JsonResponse } from '../../sending/http-response.ts'

export const tokenPairBody = t.type(
  { access_token: t.string, refresh_token: t.string, token_type: t.literal('bearer'), expires_in: count },
  'TokenPair',
)

/** A pair of tokens, which no cache on the way may keep. */
export const tokenPairResponse = (pair: TokenPair): JsonResponse => {
  const body: t.TypeOf<typeof tokenPairBody> = {
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    token_type: 'bearer',
    expires_in: pair.expiresInSeconds,
  }
  return json(200, body)
}
