import * as t from 'io-ts'
import { preferredLocale } from '../../../../domain/mail/mail-locale.ts'
import type { MailLocale } from '../../../../domain/mail/mail-locale.ts'
import { nullish } from '../../codecs/codecs.ts'

/** The name that the program which signs in gives itself; shown in the list of sessions. */
export const signInHeaders = t.type({ 'accept-language': nullish(t.string), 'user-agent': nullish(t.string) })

/** Chooses the language of a mail the call causes; English where it names none of ours. */
export const languageHeaders = t.type({ 'accept-language': nullish(t.string) })

export const localeOf = (headers: t.TypeOf<typeof languageHeaders>): MailLocale =>
  preferredLocale(headers['accept-language'])

export const userAgentOf = (headers: t.TypeOf<typeof signInHeaders>): string | null => headers['user-agent'] ?? null
