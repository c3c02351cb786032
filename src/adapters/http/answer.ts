/** What an endpoint gives back: data, so that a test reads it and one file writes it. */
export type Answer = JsonAnswer | BytesAnswer | FileAnswer | EmptyAnswer | EventsAnswer

interface AnswerHead {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Called once: when the last byte was handed to the socket, or when the client had left by then.
   * Money that must move behind the answer moves here.
   */
  readonly sent?: (() => void) | undefined
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export interface JsonAnswer extends AnswerHead {
  readonly tag: 'json'
  readonly status: number
  readonly body: unknown
}

/** A body that already has its bytes: a stored answer, an image, a sound. */
export interface BytesAnswer extends AnswerHead {
  readonly tag: 'bytes'
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

/** A stored file, or one part of it. Nothing is opened before the first byte is wanted. */
export interface FileAnswer extends AnswerHead {
  readonly tag: 'file'
  readonly status: 200 | 206
  readonly contentType: string
  readonly sizeBytes: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface EmptyAnswer extends AnswerHead {
  readonly tag: 'empty'
  readonly status: 204 | 304 | 416
}

/** A server-sent event stream. A frame is handed to the socket before the next one is asked for. */
export interface EventsAnswer extends AnswerHead {
  readonly tag: 'events'
  readonly frames: AsyncIterable<string>
}

export const json = (status: number, body: unknown, head: AnswerHead = {}): JsonAnswer => ({
  tag: 'json',
  status,
  body,
  ...head,
})

export const noContent: EmptyAnswer = { tag: 'empty', status: 204 }
