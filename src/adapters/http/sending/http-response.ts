/** What an endpoint gives back: data, so that a test reads it and one file writes it. */
export type HttpResponse =
  | JsonResponse
  | JsonTextResponse
  | BytesResponse
  | FileResponse
  | TextResponse
  | EmptyResponse
  | EventStreamResponse

interface ResponseHead {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Called once: when the last byte was handed to the socket, or when the client had left by then.
   * Money that must move behind the answer moves here.
   */
  readonly sent?: (() => void) | undefined
  /** Called in its place where the head of the answer could not be written, so that the client has nothing of it. */
  readonly unsent?: (() => void) | undefined
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export interface JsonResponse extends ResponseHead {
  readonly tag: 'json'
  readonly status: number
  readonly body: unknown
}

/** JSON that is written already: an answer that keeps its provider's own spelling. */
export interface JsonTextResponse extends ResponseHead {
  readonly tag: 'json_text'
  readonly status: number
  readonly text: string
}

/** A body that already has its bytes: a stored answer, an image, a sound. */
export interface BytesResponse extends ResponseHead {
  readonly tag: 'bytes'
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

/** A stored file, one part of it, or a stored answer. Nothing is opened before the first byte is wanted. */
interface FileResponse extends ResponseHead {
  readonly tag: 'file'
  readonly status: number
  readonly contentType: string
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * A text whose length is known at its end alone. A piece is asked for when the client has taken those before it; a
 * client that disconnects ends the asking. Where the source fails, the connection is cut, so that no client takes what
 * it has for the whole.
 */
export interface TextResponse extends ResponseHead {
  readonly tag: 'text'
  readonly contentType: string
  readonly content: AsyncIterable<string>
}

interface EmptyResponse extends ResponseHead {
  readonly tag: 'empty'
  readonly status: 204 | 304 | 308 | 416
}

/** A server-sent event stream. A frame is handed to the socket before the next one is asked for. */
export interface EventStreamResponse extends ResponseHead {
  readonly tag: 'events'
  readonly frames: AsyncIterable<string>
  /** What the surface's stream codec fills silence with. */
  readonly ping: string
  /** Whether a provider may have done any of the work, as far as that is known. Absent, one may have. */
  readonly mayHaveWorked?: (() => boolean) | undefined
}

export const json = (status: number, body: unknown, head: ResponseHead = {}): JsonResponse => ({
  tag: 'json',
  status,
  body,
  ...head,
})

/** The same answer, written. */
export const jsonText = ({ status, body, headers, sent, unsent }: JsonResponse): JsonTextResponse => ({
  tag: 'json_text',
  status,
  text: JSON.stringify(body),
  headers,
  sent,
  unsent,
})

export const noContent: EmptyResponse = { tag: 'empty', status: 204 }
