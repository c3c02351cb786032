import type { Socket } from 'node:net'
import { JSON_TYPE } from '../sending/http-response.ts'

interface Refusal {
  readonly status: string
  readonly code: string
  readonly message: string
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
}

const MALFORMED: Refusal = {
  status: '400 Bad Request',
  code: 'malformed_request',
  message: 'This is not HTTP as we read it.',
}

/**
 * Answers what never became a request, in the gateway's envelope, and closes the connection. Where an answer is
 * under way (`isAnswering`), a second one would be read as a part of it, so the connection is only cut.
 */
export const rejectClientError = (
  error: Error & { readonly code?: string },
  socket: Socket,
  isAnswering: boolean,
  requestId: string,
): void => {
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, code, message } = REFUSALS[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } })
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\nx-request-id: ${requestId}\r\n` +
      `content-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
