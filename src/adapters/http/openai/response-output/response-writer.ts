import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import { unfold } from '../../../../domain/chat/unfold.ts'
import type { CallFailure } from '../../../../domain/routing/call-failure.ts'
import { openAiError } from '../openai-failures.ts'
import type { ChatAnswerHead, ChatStreamWriter, ChatWriter } from '../../paid-calls/answer-chat.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { sealReasoning } from '../response-input/reasoning-seal.ts'
import { SEALED_REASONING } from '../response-input/request-fields.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'
import type { ToolNames } from '../response-input/tool-names.ts'
import { startItemLog } from './item-log.ts'
import { startOutput } from './output.ts'
import { responseObject } from './response-object.ts'
import type { AnsweredResponse, ResponseState } from './response-object.ts'

interface ResponseWriterOptions {
  readonly asked: ResponseRequest
  /** The tools that the response shows, and their names at the provider. */
  readonly tools: readonly DeclaredTool[]
  readonly names: ToolNames
  /** The public id of the response that this one continues. */
  readonly previousId: string | null
  /** Stores the response before the client sees its end, and tells whether it did; null where none is wanted. */
  readonly record: RecordAnswer | null
  /** Unix seconds. */
  readonly now: () => number
}

type Completed = Extract<ChatEvent, { tag: 'completed' }>

/** Codes of the published list; the message tells what happened. */
const codeOf = ({ tag }: CallFailure): string =>
  tag === 'upstream_rate_limited' ? 'rate_limit_exceeded' : 'server_error'

type RecordAnswer = (operationId: string, response: AnsweredResponse) => Promise<boolean>

/** Writes an answer to a chat request as the response to the request that it was made of. */
export const responseWriter = ({ names, record, now, ...asking }: ResponseWriterOptions): ChatWriter => {
  const start = (head: ChatAnswerHead) => {
    const log = startItemLog(head.operationId)
    const isSealed = asking.asked.include?.includes(SEALED_REASONING) === true
    const sealOf = isSealed ? (signature: string) => sealReasoning(head.model, signature) : null
    const output = startOutput(log, { names, operationId: head.operationId, sealOf })
    const object = responseObject({ ...asking, head, isStored: record !== null })
    const responseAt = (state: ResponseState) => object(state, log.output(), output.serviceTier())
    const end = ({ usage, priceMicro }: Pick<Completed, 'usage' | 'priceMicro'>) => {
      const reason = output.end()
      return { reason, response: responseAt({ tag: 'ended', reason, bill: { usage, priceMicro }, now: now() }) }
    }
    /** The response as it is shown: never as stored where it is not. */
    const settle = async (response: AnsweredResponse, store: RecordAnswer): Promise<AnsweredResponse> =>
      (await store(head.operationId, response)) ? response : { ...response, store: false }
    return { log, output, responseAt, end, settle }
  }

  const stream = (head: ChatAnswerHead): ChatStreamWriter => {
    const { log, output, responseAt, end, settle } = start(head)
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
        const write = (shown: AnsweredResponse): string => {
          log.event(reason === null ? 'response.completed' : 'response.incomplete', { response: shown })
          return log.takeEvents()
        }
        return record === null ? write(response) : settle(response, record).then(write)
      },
      failed: (failure) => {
        const { message } = openAiError(failure)
        log.event('response.failed', { response: responseAt({ tag: 'failed', code: codeOf(failure), message }) })
        return log.takeEvents()
      },
    }
  }

  const whole: ChatWriter['whole'] = (head, answer) => {
    const { output, end, settle } = start(head)
    for (const chunk of unfold(answer.completion)) output.add(chunk)
    const { response } = end(answer)
    return record === null ? response : settle(response, record)
  }

  return { whole, stream }
}
