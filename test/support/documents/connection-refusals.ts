import type { Socket } from 'node:net'
import { rejectClientError } from '../../../src/adapters/http/connection/client-error.ts'

/** What a client reads, byte by byte, where no request came about: one answer for each way in which that can be. */
export const connectionRefusals = (): readonly string[] =>
  ['HPE_HEADER_OVERFLOW', 'ERR_HTTP_REQUEST_TIMEOUT', 'HPE_INVALID_METHOD'].map((code) => {
    let written = ''
    const socket = { writable: true, end: (text: string) => (written = text) }
    rejectClientError(Object.assign(new Error(code), { code }), socket as unknown as Socket, false, 'r')
    return written
  })
