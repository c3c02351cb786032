import * as t from 'io-ts'
import { textOfLength } from '../codecs.ts'

/** Longer than any token a provider gives out. */
const providerToken = textOfLength(1, 8_192)

/** What Google's sign-in gives to a client. */
export const idTokenBody = t.type({ id_token: providerToken }, 'OAuthLoginRequest')

/** What Yandex gives to a client. */
export const accessTokenBody = t.type({ access_token: providerToken }, 'OAuthAccessTokenRequest')
