import { setImmediate as nextTurn } from 'node:timers/promises'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  ChatResult,
  ChatCall,
  ChatProvider,
  ChatStream,
  ChunkBatch,
} from '../../../application/ports/providers/chat-provider.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import { isWishUnfulfilled, SHOWN_REASONING, showsReasoning } from '../../../domain/chat/shown-reasoning.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { CHAT_REQUEST, MESSAGE } from '../fields/chat-shapes.ts'
import { leftOutOf, listShape, SINGLE, withFields } from '../fields/shape.ts'
import { echoScript, refusalScript } from './echo.ts'
import type { EchoFailure, EchoModes } from './echo.ts'
import { promptWords } from './prompt.ts'
import { toChunks, toCompletion } from './script.ts'
import type { Script } from './script.ts'
import { alteredReasoning } from './signature.ts'
import { abortableSleep } from './sleep.ts'
import type { Sleep } from './sleep.ts'

interface SandboxDeps {
  readonly sleep?: Sleep
  /** Between two chunks of `echo-slow`. */
  readonly chunkDelayMs?: number
  /** After which `hang` is given up as `timed_out`. */
  readonly idleTimeoutMs?: number
}

/** What the model does, and how long it waits before each chunk. */
interface Playback {
  readonly script: Script
  readonly usage: TokenUsage | null
  readonly delayMs: number
  /** Breaks off after this many chunks; null plays to the end. */
  readonly cutAfter: number | null
}

const CUT_AFTER_CHUNKS = 4

/** Chunks sent between two turns of the event loop, so that a long echo stops nothing else. */
const CHUNKS_A_TURN = 64

/** Models that answer in other modes than echo does. */
const MODES: ReadonlyMap<string, EchoModes> = new Map([
  ['tools', { tools: 'eager', reasoning: 'none' }],
  ['reasoning', { tools: 'eager', reasoning: 'shown' }],
  ['reasoning-hidden', { tools: 'eager', reasoning: 'hidden' }],
])

const ECHO_MODES: EchoModes = { tools: 'only_when_asked', reasoning: 'none' }

/** A model that reasons reads what it had sealed. */
const REASONING_REQUEST = withFields(CHAT_REQUEST, {
  messages: listShape(withFields(MESSAGE, { reasoning_signature: SINGLE })),
  include_reasoning: SINGLE,
})

const modelOf = ({ upstreamModel }: Deployment): string => upstreamModel.replace(/^sandbox\//, '')

const modesOf = (model: string): EchoModes => MODES.get(model) ?? ECHO_MODES

const reasons = (model: string): boolean => modesOf(model).reasoning !== 'none'

/** Fields of a request that the model leaves unread, and a wish to see reasoning that it does not show. */
const ignoredFields: ChatProvider['ignoredFields'] = ({ deployment, request }) => {
  const { reasoning } = modesOf(modelOf(deployment))
  const leftOut = leftOutOf(request, reasoning === 'none' ? CHAT_REQUEST : REASONING_REQUEST)
  const isShown = reasoning === 'shown' && showsReasoning(request) !== false
  return isWishUnfulfilled(request, isShown) ? [...new Set([...leftOut, SHOWN_REASONING])] : leftOut
}

/** An upstream inside the process: no network, no key, behaviour by the deployment's model (`echo`, `cut`, …). */
export const sandboxChat = (deps: SandboxDeps = {}): ChatProvider => {
  const { sleep = abortableSleep, chunkDelayMs = 50, idleTimeoutMs = 120_000 } = deps

  const planPlayback = async (call: ChatCall): Promise<Either<UpstreamFailure, Playback>> => {
    if (call.signal?.aborted === true) return left(failed(call, 'cut'))
    const model = modelOf(call.deployment)
    const altered = reasons(model) ? alteredReasoning(call.request) : null
    if (altered !== null) return left(call.leavesOutReasoning === true ? bereft(call) : alteredAt(call, altered))
    const script = echoScript(call.request, modesOf(model), call.operationId)
    if (typeof script === 'string') return left(rejected(call, script))
    const echo: Playback = { script, usage: script.usage, delayMs: 0, cutAfter: null }
    switch (model) {
      case 'echo':
      case 'tools':
      case 'reasoning':
      case 'reasoning-hidden':
        return right(echo)
      case 'echo-slow':
        return right({ ...echo, delayMs: chunkDelayMs })
      case 'no-usage':
        return right({ ...echo, usage: null })
      case 'cut':
        return right({ ...echo, cutAfter: CUT_AFTER_CHUNKS })
      case 'refuse': {
        const refusal = refusalScript(call.request)
        return right({ ...echo, script: refusal, usage: refusal.usage })
      }
      case 'error':
        return left(brokenServer(call))
      case 'hang':
        return left(failed(call, (await sleep(idleTimeoutMs, call.signal)) === 'slept' ? 'timed_out' : 'cut'))
      default:
        return left({ tag: 'misconfigured', ...fields(call, `The sandbox has no model "${model}".`) })
    }
  }

  async function* play(
    call: ChatCall,
    playback: Playback,
  ): AsyncGenerator<Either<UpstreamFailure, ChunkBatch>, void, undefined> {
    let position = -1
    for (const chunk of toChunks(playback.script, playback.usage)) {
      position += 1
      if (playback.cutAfter !== null && (position >= playback.cutAfter || isFinish(chunk))) break
      if (position > 0 && playback.delayMs > 0) await sleep(playback.delayMs, call.signal)
      else if (position % CHUNKS_A_TURN === CHUNKS_A_TURN - 1) await nextTurn()
      if (call.signal?.aborted === true) return yield left(failed(call, 'cut'))
      yield right([chunk])
    }
    if (playback.cutAfter !== null) yield left(failed(call, 'cut'))
  }

  return {
    count: async ({ request }) => right(promptWords(request)),
    ignoredFields,
    complete: async (call): Promise<Either<UpstreamFailure, ChatResult>> => {
      const playback = await planPlayback(call)
      if (isLeft(playback)) return playback
      const { script, usage, delayMs, cutAfter } = playback.right
      const waited = delayMs === 0 ? 'slept' : await sleep(delayMs * [...toChunks(script, usage)].length, call.signal)
      if (cutAfter !== null || waited === 'aborted') return left(failed(call, 'cut'))
      return right({ completion: toCompletion(script, usage), upstreamRequestId: requestIdOf(call) })
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const playback = await planPlayback(call)
      if (isLeft(playback)) return playback
      return right({ chunks: play(call, playback.right), upstreamRequestId: () => requestIdOf(call) })
    },
  }
}

const isFinish = ({ choices }: ChatChunk): boolean => choices.every((choice) => choice.finish_reason !== null)

const requestIdOf = ({ operationId }: ChatCall): string => `sandbox-${operationId}`

const fields = (call: ChatCall, message: string) => ({ message, upstreamRequestId: requestIdOf(call) })

const failed = (call: ChatCall, tag: 'cut' | 'timed_out'): UpstreamFailure => ({
  tag,
  ...fields(call, tag === 'cut' ? 'The sandbox broke the connection.' : 'The sandbox did not answer in time.'),
})

const brokenServer = (call: ChatCall): UpstreamFailure => ({
  tag: 'server_error',
  upstreamStatus: 500,
  ...fields(call, 'The sandbox answered with status 500.'),
})

const REJECTIONS: Readonly<Record<EchoFailure, readonly [param: string, message: string]>> = {
  unknown_tool: ['tool_choice', "Invalid value for 'tool_choice': no such tool in 'tools'."],
  unknown_choice: ['tool_choice', "Invalid value for 'tool_choice': 'none', 'auto', 'required' or a tool is taken."],
  unknown_format: ['response_format', "Invalid 'type': 'text', 'json_object' or 'json_schema' is taken."],
  unknown_effort: ['reasoning_effort', 'This model does not know this reasoning effort.'],
  no_arguments: ['tools', 'The sandbox finds no arguments that fit the parameters of the tool.'],
  no_json: ['response_format', 'The sandbox finds no JSON that fits this schema.'],
}

const rejected = (call: ChatCall, reason: EchoFailure): UpstreamFailure => {
  const [param, message] = REJECTIONS[reason]
  return { tag: 'rejected', param, code: 'rejected_by_upstream', ...fields(call, message) }
}

const alteredAt = (call: ChatCall, index: number): UpstreamFailure => ({
  tag: 'rejected',
  param: `messages.${index}.reasoning_signature`,
  code: 'invalid_encrypted_content',
  upstreamCode: 'invalid_encrypted_content',
  ...fields(call, 'The reasoning of this message is not what the sandbox signed.'),
})

/** Asked without the reasoning that was altered, it does as a provider that needs it, and refuses too. */
const bereft = (call: ChatCall): UpstreamFailure => ({
  tag: 'rejected',
  param: 'messages',
  code: 'rejected_by_upstream',
  ...fields(call, 'The sandbox goes on only with the reasoning of its answers.'),
})
