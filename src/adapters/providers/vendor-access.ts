import type { AnswerLimits } from './answer-limits.ts'
import type { UpstreamHttp } from './upstream-http.ts'
import type { UpstreamTimeouts } from './upstream-timeouts.ts'

/** What every adapter needs to reach its vendor: one of these an upstream, one shared `http`. */
export interface VendorAccess {
  /** With the version in its path: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly http: UpstreamHttp
  readonly timeouts?: Partial<UpstreamTimeouts>
  readonly limits?: Partial<AnswerLimits>
}
