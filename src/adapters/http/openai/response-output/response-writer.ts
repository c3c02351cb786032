import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import type { CompletedChat } from '../../../../application/gateway/chat/complete-chat.ts'
import { unfold } from '../../../../domain/chat/unfold.ts'
import type { CallFailure } from '../../../../domain/routing/call-failure.ts'
import { openAiError } from '../openai-failures.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import { startItemLog } from './item-log.ts'
import { startOutput } from './output.ts'
import { responseObject } from './response-object.ts'
import type { ResponseState } from './response-object.ts'

interface ResponseWriterOptions {
  readonly asked: ResponseRequest
  /** The tools that the response shows, and their names at the provider. */
  readonly tools: readonly DeclaredTool[]
  readonly names: ToolNames
  /** Unix seconds. */
  readonly now: () => number
}

type Completed = Extract<ChatEvent, { tag: 'completed' }>

/** Codes of the published list; the message tells what happened. */
const codeOf = ({ tag }: CallFailure): string =>
  tag === 'upstream_rate_limited' ? 'rate_limit_exceeded' : 'server_error'

/** Writes an answer to a chat request as the response to the request that it was made of. */
export const responseWriter = ({ asked, tools, names, now }: ResponseWriterOptions): ChatWriter => {
  const start = (head: ChatAnswerHead) => {
    const log = startItemLog(head.operationId)
    const output = startOutput(log, names, head.operationId)
    const object = responseObject({ head, asked, tools })
    const responseAt = (state: ResponseState) => object(state, log.output(), output.serviceTier())
    const end = ({ usage, priceMicro }: Pick<Completed, 'usage' | 'priceMicro'>) => {
      const reason = output.end()
      return { reason, response: responseAt({ tag: 'ended', reason, bill: { usage, priceMicro }, now: now() }) }
    }
    return { log, output, responseAt, end }
  }

  const stream = (head: ChatAnswerHead): ChatStreamWriter => {
    const { log, output, responseAt, end } = start(head)
    const begun = { response: responseAt({ tag: 'in_progress' }) }
    log.event('response.created', begun)
    log.event('response.in_progress', begun)
    return {
      opening: log.takeEvents(),
      chunks: (chunks) => {
        for (const chunk of chunks) output.add(chunk)
        return log.takeEvents()
      },
      completed: (event) => {
        const { reason, response } = end(event)
        log.event(reason === null ? 'response.completed' : 'response.incomplete', { response })
        return log.takeEvents()
      },
      failed: (failure) => {
        const { message } = openAiError(failure)
        log.event('response.failed', { response: responseAt({ tag: 'failed', code: codeOf(failure), message }) })
        return log.takeEvents()
      },
    }
  }

  const whole = (head: ChatAnswerHead, answer: CompletedChat): Readonly<Record<string, unknown>> => {
    const { output, end } = start(head)
    for (const chunk of unfold(answer.completion)) output.add(chunk)
    return end(answer).response
  }

  return { whole, stream }
}
