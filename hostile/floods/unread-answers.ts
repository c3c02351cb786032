import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openCaller } from '../call.ts'
import type { Call, Heard } from '../call.ts'
import { IMAGE_MODEL } from '../provider/catalog.ts'
import type { Target } from '../service.ts'
import { countedBy } from './flood-result.ts'
import type { FloodResult } from './flood-result.ts'
import { imageCall } from './paid-call.ts'

/** All of them together are more than the memory for answers holds. */
const ANSWER_BYTES = 60_000_000
const CALLS_OF_EACH = 2
const MODEST_BYTES = 1_000_000
/** The service lets go who reads nothing for 30 s. */
const LOOK_MS = 25_000
const EVERY_MS = 500

/** A client that sends its call and reads nothing. */
const sendUnread = (port: number, { method, path, headers, body }: Call): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).pause()
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(body?.length ?? 0) })
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  if (body !== null) socket.write(body)
  return socket
}

/** Four accounts ask for more than the memory holds and read nothing; the calls of another one go on. */
export const besideUnreadAnswers = async (target: Target): Promise<FloodResult> => {
  const name = 'small images beside large answers that four accounts do not read'
  const unread = target.otherKeys.flatMap((key) =>
    Array.from({ length: CALLS_OF_EACH }, () =>
      sendUnread(target.port, imageCall(key, { model: IMAGE_MODEL, prompt: String(ANSWER_BYTES) })),
    ),
  )
  const caller = openCaller(target.port)
  const heard: Heard[] = []
  const startedMs = performance.now()
  let mostMb = 0
  while (performance.now() < startedMs + LOOK_MS) {
    heard.push(
      await caller.send(
        imageCall(target.credentials.apiKey, { model: IMAGE_MODEL, prompt: String(MODEST_BYTES + heard.length) }),
      ),
    )
    mostMb = Math.max(mostMb, await target.inspector.nowMb())
    await wait(EVERY_MS)
  }
  caller.close()
  for (const socket of unread) socket.destroy()
  const failures = heard.every(({ status }) => status === 200) ? [] : [`a small call was refused: ${name}`]
  const waitMs = Math.max(...heard.map(({ ms }) => ms))
  return { name, ms: performance.now() - startedMs, mostMb, waitMs, statuses: countedBy(heard), failures }
}
