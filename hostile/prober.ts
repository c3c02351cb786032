import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Sends one request after another and records the longest wait. It runs in a thread of its own, so that the work of the
 * attacker does not count as a wait.
 */
const { port, apiKey } = workerData as { readonly port: number; readonly apiKey: string }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const CHAT = JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'still here?' }] })

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
let isAsked = false
let isStopped = false
parentPort?.on('message', (message: 'take' | 'stop') => {
  if (message === 'take') isAsked = true
  else isStopped = true
})

while (!isStopped) {
  longestMs = Math.max(longestMs, await once('GET', '/v1/health', null))
  longestMs = Math.max(longestMs, await once('POST', '/v1/chat/completions', CHAT))
  if (isAsked) {
    parentPort?.postMessage(longestMs)
    longestMs = 0
    isAsked = false
  }
  await new Promise((resolve) => setTimeout(resolve, 2))
}
agent.destroy()
parentPort?.close()
