import { connect } from 'node:net'
import type { Call } from './call.ts'

const CLASSES = [29_000_000, 8_000_000, 256_000, 64_000] as const
/** A refusal comes within milliseconds; on a slow machine, where all endpoints are asked at once, within this. */
const TIMEOUT_MS = 3_000

/** Announces a body and sends none of it; true if the service refuses it at once as too large. */
const isTooLarge = (port: number, { method, path, headers }: Call, bytes: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(heard.startsWith('HTTP/1.1 413'))
    }
    const timer = setTimeout(done, TIMEOUT_MS)
    const lines = Object.entries({ host: 'x', ...headers, 'content-length': String(bytes) })
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    socket.on('data', (data: Buffer) => {
      heard += data.toString('latin1')
      if (heard.length > 12) done()
    })
    socket.once('error', done)
  })

/** The largest class of body that an endpoint takes, in bytes. */
export const bodyLimit = async (port: number, call: Call): Promise<number> => {
  const refused = await Promise.all(CLASSES.map((bytes) => isTooLarge(port, call, bytes)))
  return CLASSES[refused.indexOf(false)] ?? 16_000
}
