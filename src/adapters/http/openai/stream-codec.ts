import { STREAM_LEFT } from '../surface/surface.ts'
import type { StreamCodec } from '../surface/surface.ts'
import { openAiError, openAiErrorBody } from './openai-failures.ts'
import type { OpenAiFailure } from './openai-failures.ts'

const END = 'data: [DONE]\n\n'
const ERROR_FRAME_START = 'data: {"error":'

const DISCONNECTED = `data: ${JSON.stringify({
  error: {
    message: STREAM_LEFT,
    type: 'invalid_request_error',
    param: null,
    code: 'stream_left',
  },
})}\n\n`

/** OpenAI's streams: events without a name, a comment line for silence, and `[DONE]`. */
export const openAiStream = {
  ping: ': ping\n\n',
  /** The last frame of a whole answer. */
  end: END,
  isEnd: (frame: string) => frame.endsWith(END),
  /** The last frame of an answer that failed. */
  error: (failure: OpenAiFailure) => `data: ${JSON.stringify(openAiErrorBody(openAiError(failure)))}\n\n`,
  isError: (frame: string) => frame.startsWith(ERROR_FRAME_START),
  disconnected: () => DISCONNECTED,
} satisfies StreamCodec & { readonly end: string; readonly error: (failure: OpenAiFailure) => string }
