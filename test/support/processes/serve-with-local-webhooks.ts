import { serveByOptions } from './serve-by-options.ts'
import { LOCAL_WEBHOOKS } from './serve-here.ts'

await serveByOptions(LOCAL_WEBHOOKS)
