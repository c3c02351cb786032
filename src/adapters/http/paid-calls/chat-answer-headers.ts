import { COST_HEADER, OPERATION_ID_HEADER } from '../endpoint/paid-headers.ts'
import { IGNORED_FIELDS_HEADER } from './ignored-fields-header.ts'
import { OUTPUT_LIMIT_HEADERS } from './shortened-answers.ts'

/** What the headers of a chat answer say, on every surface. */
export const CHAT_ANSWER_HEADERS = {
  [OPERATION_ID_HEADER]: 'Names the call in receipts.',
  [COST_HEADER]: 'The price in roubles, of an answer that is not streamed.',
  ...OUTPUT_LIMIT_HEADERS,
  ...IGNORED_FIELDS_HEADER,
} as const
