import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES: ReadonlyMap<number, 4 | 6> = new Map([
  [1, 4],
  [28, 6],
])
const HEADER_BYTES = 12

interface NameServer {
  /** As a resolver takes it. */
  readonly address: string
  /** The names that were asked for, once for each question. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

/** The bytes of an address of either family, for the answers of the server. */
const bytesOf = (address: string): readonly number[] =>
  address.includes('.')
    ? address.split('.').map(Number)
    : address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])

/**
 * A nameserver on the loopback address. It answers with the addresses of a name (the version 6 ones written in full),
 * says that a name without any does not exist, and is silent about a name that it maps to null.
 */
export const openNameServer = async (
  names: Readonly<Record<string, readonly string[] | null>>,
): Promise<NameServer> => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = []
    let at = HEADER_BYTES
    for (let length = question[at] ?? 0; length !== 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.').toLowerCase()
    asked.push(name)
    const found = names[name]
    if (found === null) return
    const family = TYPES.get(question.readUInt16BE(at + 1))
    const records = (found ?? [])
      .map(bytesOf)
      .filter((bytes) => family !== undefined && bytes.length === (family === 4 ? 4 : 16))
      .map((bytes) => [0xc0, HEADER_BYTES, ...question.subarray(at + 1, at + 5), 0, 0, 0, 9, 0, bytes.length, ...bytes])
    const flags = found === undefined ? 0x8183 : 0x8180
    const header = Buffer.from([
      ...question.subarray(0, 2),
      flags >> 8,
      flags & 0xff,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(
      Buffer.concat([header, question.subarray(HEADER_BYTES, at + 5), Buffer.from(records.flat())]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async () => {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
