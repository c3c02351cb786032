import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { slowness } from './reference-loop.ts'
import type { Target } from './service.ts'

/**
 * By then the service must have ended all stalled connections. It disconnects a stalled client after 30 s, at one of
 * the checks every 5 s, sometimes after an answer of 5 s more. A connection that was refused in a few bytes, which its
 * kernel took, counts as idle and is kept for 75 s.
 */
const LET_GO_MS = 85_000
/** A client stalls once the kernels' buffers are full of its answer; on a slow machine that takes longer. */
const STALL_MS = 10_000
const MOST_SLOWNESS = 6
/** Time to read what was sent before the disconnect, and the end itself. */
const HEAR_MS = 10_000
const LOOK_EVERY_MS = 1_000
const EACH = 25
const OPEN_EVERY_MS = 60
/** So long that all words together exceed the kernels' buffers, and so few that the service sends them at once. */
const WORDS = 150
/** Each choice repeats all words: the answer is several times as long as the request. */
const CHOICES = 4

const DRIP_EVERY_MS = 1_000

interface Held {
  readonly name: string
  readonly socket: Socket
  isOpen: boolean
}

export interface HeldResult {
  readonly name: string
  readonly held: number
  /** Connections that the service did not end in time. */
  readonly kept: number
}

const head = (method: string, path: string, headers: Readonly<Record<string, string>>): string => {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** What each stalled client sends; none of them reads a byte. */
const stalls = ({ credentials, conversationId }: Target): Readonly<Record<string, string>> => {
  const key = { authorization: `Bearer ${credentials.apiKey}` }
  const session = { authorization: `Bearer ${credentials.session}`, 'idempotency-key': 'held' }
  const announced = { ...JSON_TYPE, 'content-length': '28000000' }
  const half = `{"model":"sandbox/echo","messages":[{"role":"user","content":"${'x'.repeat(500_000)}`
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '15000000' }
  const part = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const words = JSON.stringify({
    model: 'sandbox/echo',
    stream: true,
    n: CHOICES,
    messages: [{ role: 'user', content: `${'w'.repeat(28_000)} `.repeat(WORDS) }],
  })
  const stream = head('POST', '/v1/chat/completions', {
    ...key,
    ...JSON_TYPE,
    connection: 'close',
    'content-length': String(words.length),
  })
  return {
    'half of a chat body': head('POST', '/v1/chat/completions', { ...key, ...announced }) + half,
    'half of a turn':
      head('POST', `/v1/me/conversations/${conversationId}/messages`, { ...session, ...announced }) + half,
    'half of a body in chunks':
      head('POST', '/v1/chat/completions', { ...key, ...JSON_TYPE, 'transfer-encoding': 'chunked' }) +
      `${half.length.toString(16)}\r\n${half}\r\n`,
    'half of a form': head('POST', '/v1/images/edits', { ...key, ...form }) + part + 'x'.repeat(500_000),
    'half of a body without a key': head('POST', '/v1/chat/completions', announced) + half,
    'half of a head': 'GET /v1/models HTTP/1.1\r\nhost: x\r\nx-half: ',
    'nothing read of a stream': stream + words,
    'nothing read of many documents': head('GET', '/v1/openapi.json', {}).repeat(60),
  }
}

/**
 * What each slow client sends, and then a byte of it every second. The service ends a head after twenty seconds and a
 * body that comes so slowly after a minute; until then these are only to keep no other client waiting.
 */
const drips = ({ credentials }: Target): readonly string[] => {
  const key = { authorization: `Bearer ${credentials.apiKey}` }
  const chunked = { ...key, ...JSON_TYPE, 'transfer-encoding': 'chunked' }
  return [
    'GET /v1/models HTTP/1.1\r\nhost: x\r\nx-slow: ',
    head('POST', '/v1/chat/completions', { ...key, ...JSON_TYPE, 'content-length': '28000000' }),
    `${head('POST', '/v1/chat/completions', chunked)}fffff\r\n`,
  ]
}

const hold = (port: number, name: string, text: string): Held => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const held: Held = { name, socket, isOpen: true }
  const ended = (): void => {
    held.isOpen = false
  }
  socket.pause()
  socket.on('error', ended).on('close', ended).on('end', ended)
  socket.write(text)
  return held
}

/** Stalled clients of every kind, all at once. */
export const holdConnections = async (target: Target) => {
  const before = await target.inspector.connections()
  const held: Held[] = []
  const slow = Array.from({ length: EACH }, () => drips(target))
    .flat()
    .map((text) => hold(target.port, '', text))
  const dripping = setInterval(() => {
    for (const { socket, isOpen } of slow) if (isOpen) socket.write('x')
  }, DRIP_EVERY_MS)
  // The worst moment counts: a client stalls only once its answer has filled what kernels keep of it.
  let slowest = slowness()
  // One after the other, because this measures the cost of stalled clients and not the work of many at once.
  for (let each = 0; each < EACH; each += 1) {
    for (const [name, text] of Object.entries(stalls(target))) {
      held.push(hold(target.port, name, text))
      await wait(OPEN_EVERY_MS)
    }
    slowest = Math.max(slowest, slowness())
  }
  const areLetGo = async (): Promise<boolean> =>
    (await target.inspector.connections()) <= before + slow.filter(({ isOpen }) => isOpen).length
  return {
    /** Waits for the service to end all, as long as it may take, and then reads: only then a client notices the end. */
    letGo: async (): Promise<readonly HeldResult[]> => {
      const mostMs = LET_GO_MS + STALL_MS * Math.min(Math.max(slowest, slowness()), MOST_SLOWNESS)
      const latest = performance.now() + mostMs
      while (performance.now() < latest && !(await areLetGo())) await wait(LOOK_EVERY_MS)
      for (const { socket } of held) socket.resume()
      const deadline = performance.now() + HEAR_MS
      while (performance.now() < deadline && held.some(({ isOpen }) => isOpen)) await wait(100)
      const results = Object.entries(Object.groupBy(held, ({ name }) => name)).map(([name, each = []]) => ({
        name,
        held: each.length,
        kept: each.filter(({ isOpen }) => isOpen).length,
      }))
      clearInterval(dripping)
      for (const { socket } of [...held, ...slow]) socket.destroy()
      return results
    },
  }
}
