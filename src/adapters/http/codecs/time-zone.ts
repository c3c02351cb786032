import type * as t from 'io-ts'
import { isTimeZoneName } from '../../../domain/usage/time-zone.ts'
import { text } from './codecs.ts'

const MAX_CHARACTERS = 64

/** The name of a time zone; `description` says what begins and ends in it. */
export const timeZoneName = (description: string): t.Type<string> =>
  text(
    'the name of a time zone, such as Europe/Moscow',
    (name) => name.length <= MAX_CHARACTERS && isTimeZoneName(name),
    { maxLength: MAX_CHARACTERS, description, examples: ['Europe/Moscow'] },
  )
