import type { StreamCodec } from '../surface/surface.ts'
import { openAiError, openAiErrorBody } from './openai-failures.ts'
import type { OpenAiFailure } from './openai-failures.ts'

const ERROR_FRAME_START = 'data: {"error":'

/** OpenAI's streams: events without a name, a comment line for silence, and `[DONE]`. */
export const openAiStream: StreamCodec<OpenAiFailure> = {
  ping: ': ping\n\n',
  end: 'data: [DONE]\n\n',
  error: (failure) => `data: ${JSON.stringify(openAiErrorBody(openAiError(failure)))}\n\n`,
  isError: (frame) => frame.startsWith(ERROR_FRAME_START),
}
