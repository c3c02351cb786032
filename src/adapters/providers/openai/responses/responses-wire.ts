import type { NativeChatWire } from '../../http-chat.ts'
import { responsesCount } from '../count-wires.ts'
import { fromResponse } from './from-response.ts'
import { markSeals } from './marked-seals.ts'
import { namedFields, toNativeRequest } from './native-request.ts'
import { streamReader } from './stream-reader.ts'

/** OpenAI's Responses API, for requests that came in its words. */
export const openAiResponses: NativeChatWire = {
  toRequest: toNativeRequest,
  namedFields,
  handOn: (json, { provider }) => markSeals(json, provider),
  fromResponse,
  streamReader,
  count: responsesCount,
}
