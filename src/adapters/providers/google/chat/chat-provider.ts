import { isLeft } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../../../application/ports/media/url-fetcher.ts'
import type { ChatProvider } from '../../../../application/ports/providers/chat-provider.ts'
import { httpChat } from '../../http-chat.ts'
import { webFilesIn } from '../../web-files/web-files.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { ignoredFields } from './ignored-fields.ts'
import { fetchFiles, NO_FILES } from './inline-files.ts'
import { streamReader } from './stream-reader.ts'
import { toRequest } from './to-request.ts'

interface GoogleChatDeps extends ProviderConnection {
  /** Reads the images and PDFs that callers name by their address. */
  readonly fetcher: UrlFetcher
}

/** Google's `generateContent` and `streamGenerateContent`. */
export const googleChat = (deps: GoogleChatDeps): ChatProvider =>
  httpChat(googleHttp(deps), {
    ignoredFields: ({ request, deployment }) => ignoredFields(request, deployment),
    toRequest: async ({ request, deployment, signal, memory, leavesOutReasoning }, isStream) => {
      // The request is judged before the gateway fetches anything for it.
      const options = { isStream, leavesOutReasoning }
      const asked = toRequest(request, deployment, { ...options, fetched: NO_FILES })
      const files = webFilesIn(request.messages)
      if (isLeft(asked) || files.length === 0) return asked
      const fetched = await fetchFiles(deps.fetcher, files, { signal, memory })
      return isLeft(fetched) ? fetched : toRequest(request, deployment, { ...options, fetched: fetched.right })
    },
    fromResponse,
    streamReader,
  })
