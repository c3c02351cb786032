import type { ServerResponse } from 'node:http'

/**
 * Writes a text as one chunk of an answer whose head was written without a length. Node itself makes four writes of a
 * chunk (its length, two line ends and the text), and most of what a small one costs is these. A client of HTTP/1.0,
 * which knows no chunks, gets the text as it is.
 */
export const writeChunk = (response: ServerResponse, text: string): void => {
  // A chunk of no bytes would end the body.
  if (text === '') return
  if (!response.chunkedEncoding) {
    response.write(text)
    return
  }
  // Node frames what it is given while this is set; the end of the body, too.
  response.chunkedEncoding = false
  response.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
  response.chunkedEncoding = true
}
