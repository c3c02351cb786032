import { serveByOptions } from './serve-by-options.ts'

// Sends events to the receivers of tests, which are on the loopback address.
await serveByOptions({ isExemptFromPublic: (host) => host === '127.0.0.1' })
