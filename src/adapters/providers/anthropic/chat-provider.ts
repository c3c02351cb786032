import type { ChatProvider } from '../../../application/ports/providers/chat-provider.ts'
import { httpChat } from '../http-chat.ts'
import { providerHttp } from '../upstream/provider-http.ts'
import type { ProviderConnection } from '../upstream/provider-http.ts'
import type { UpstreamHeaders } from '../upstream/upstream-http.ts'
import { countWire } from './count-wire.ts'
import { fromErrorResponse, requestIdOf } from './errors.ts'
import { fromResponse } from './answer/from-response.ts'
import { ignoredFields } from './request/ignored-fields.ts'
import { streamReader } from './answer/stream-reader.ts'
import { ignoredOfNative, namedFields, toNativeRequest } from './native/native-request.ts'
import { toRequest } from './request/to-request.ts'

/** Chat by Anthropic's Messages interface. */
export const anthropicChat = (connection: ProviderConnection): ChatProvider => {
  const headers: Readonly<Record<string, string>> = connection.apiKey === null ? {} : { 'x-api-key': connection.apiKey }
  const reading = {
    fromResponse,
    streamReader: (_: string, got: UpstreamHeaders) => streamReader(got),
    count: countWire,
  }
  return httpChat(
    providerHttp(connection, { headers, requestIdOf, failureOf: fromErrorResponse }),
    {
      ignoredFields: ({ request, deployment }) => ignoredFields(request, deployment),
      toRequest: ({ request, deployment, leavesOutReasoning }, isStream) =>
        toRequest(request, deployment, isStream, leavesOutReasoning),
      ...reading,
    },
    { toRequest: toNativeRequest, ignoredFields: ignoredOfNative, namedFields, ...reading },
  )
}
