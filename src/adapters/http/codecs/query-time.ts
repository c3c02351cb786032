import * as t from 'io-ts'
import { withSchema } from './with-schema.ts'

/** The last second of the year 9999; no program that reads dates can be trusted beyond it. */
export const LAST_SECOND = 253_402_300_799

/** A moment in a query, in whole Unix seconds. */
export const queryTime = (description: string): t.Type<number, string, unknown> =>
  withSchema(
    new t.Type(
      'whole Unix seconds',
      (input): input is number => typeof input === 'number',
      (input, context) => {
        if (typeof input !== 'string' || !/^\d{1,12}$/.test(input)) return t.failure(input, context)
        const seconds = Number(input)
        return seconds <= LAST_SECOND ? t.success(seconds) : t.failure(input, context)
      },
      String,
    ),
    { type: 'integer', minimum: 0, maximum: LAST_SECOND, description, examples: [1_767_225_600] },
  )
