import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/**
 * The control socket speaks lines of JSON. The server greets with its pid, the client sends one request, the
 * server answers with what the command prints as it prints it, and ends with the exit code.
 */
const Request = t.type({ argv: t.array(t.string) })

type ControlRequest = t.TypeOf<typeof Request>

const Message = t.union([
  t.type({ pid: t.number }),
  t.type({ stdout: t.string }),
  t.type({ stderr: t.string }),
  t.type({ exit: t.number }),
])

export type ControlMessage = t.TypeOf<typeof Message>

const decode = <A>(codec: t.Decoder<unknown, A>, line: string): A | null => {
  try {
    const decoded = codec.decode(JSON.parse(line))
    return isLeft(decoded) ? null : decoded.right
  } catch {
    return null
  }
}

export const toLine = (value: ControlRequest | ControlMessage): string => `${JSON.stringify(value)}\n`

/** Null for a line that is not one. */
export const readRequest = (line: string): ControlRequest | null => decode(Request, line)

/** Null for a line that is not one. */
export const readMessage = (line: string): ControlMessage | null => decode(Message, line)
