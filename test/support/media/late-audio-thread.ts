import { setTimeout as wait } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

// The thread of a busy machine: it takes long to start, and then knows the length at once.
await wait(600)
parentPort?.postMessage('begun')
parentPort?.postMessage({ seconds: 1, bitsPerSecond: null })
