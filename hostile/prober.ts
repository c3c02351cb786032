import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Sends one request after another and records the longest wait. It runs in a thread of its own, so that the work of the
 * attacker does not count as a wait.
 */
const { port, apiKey } = workerData as { readonly port: number; readonly apiKey: string }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** What begins and ends in a pause is not seen. So each wait counts as if its call had been sent where one began. */
const PAUSE_MS = 20
const CHAT = JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'still here?' }] })
const CALLS = [
  ['GET', '/v1/health', null],
  ['POST', '/v1/chat/completions', CHAT],
] as const

const once = (method: string, path: string, body: string | null): Promise<number> =>
  new Promise((resolve) => {
    const startedMs = performance.now()
    const done = (): void => resolve(performance.now() - startedMs)
    const headers = body === null ? {} : { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` }
    const call = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      response.resume().once('close', done)
    })
    call.once('error', done)
    call.end(body ?? undefined)
  })

let longestMs = 0
let isCalling = false
let isAsked = false
let isStopped = false

const tell = (): void => {
  parentPort?.postMessage(longestMs)
  longestMs = 0
  isAsked = false
}

parentPort?.on('message', (message: 'take' | 'stop') => {
  if (message === 'stop') isStopped = true
  else if (isCalling) isAsked = true
  else tell()
})

while (!isStopped) {
  isCalling = true
  for (const [method, path, body] of CALLS) {
    longestMs = Math.max(longestMs, PAUSE_MS + (await once(method, path, body)))
  }
  isCalling = false
  if (isAsked) tell()
  await wait(PAUSE_MS)
}
agent.destroy()
parentPort?.close()
