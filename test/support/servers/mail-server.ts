import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly raw: string
  /** The text of the mail, decoded. */
  readonly text: string
}

export interface TestMailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  close(): Promise<void>
}

/** What the server says to a recipient or a message instead of taking it; null takes it. */
export interface MailServerScript {
  readonly onRecipient?: (address: string) => readonly [number, string] | null
  readonly onMessage?: () => readonly [number, string] | null
  readonly user?: { readonly name: string; readonly password: string }
  readonly port?: number
}

/** An error the server turns into its reply. */
const reply = ([status, text]: readonly [number, string]): Error =>
  Object.assign(new Error(text), { responseCode: status })

const decodeQuotedPrintable = (body: string): string =>
  Buffer.from(
    body
      .replaceAll('=\r\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const textOf = (raw: string): string => {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  return /content-transfer-encoding: quoted-printable/i.test(head) ? decodeQuotedPrintable(body) : body
}

const accountOptions = (user: MailServerScript['user']): SMTPServerOptions =>
  user === undefined
    ? { authOptional: true, disabledCommands: ['AUTH'] }
    : {
        allowInsecureAuth: true,
        onAuth: ({ username, password }, _session, callback) =>
          username === user.name && password === user.password
            ? callback(null, { user: username })
            : callback(reply([535, 'wrong credentials'])),
      }

/** A mail server on a real socket that keeps what it takes. */
export const startMailServer = async (script: MailServerScript = {}): Promise<TestMailServer> => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    ...accountOptions(script.user),
    hideSTARTTLS: true,
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = script.onRecipient?.(address) ?? null
      if (refusal === null) callback()
      else callback(reply(refusal))
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const refusal = script.onMessage?.() ?? null
        if (refusal !== null) return callback(reply(refusal))
        const raw = Buffer.concat(chunks).toString('utf8')
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          text: textOf(raw),
        })
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(script.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
