import * as t from 'io-ts'
import { type MailLocale, preferredLocale } from '../../../domain/mail/mail-locale.ts'
import { nullish } from '../codecs.ts'

/** Chooses the language of a mail the call causes; English where it names none of ours. */
export const languageHeaders = t.type({ 'accept-language': nullish(t.string) })

export const localeOf = (headers: t.TypeOf<typeof languageHeaders>): MailLocale =>
  preferredLocale(headers['accept-language'])
