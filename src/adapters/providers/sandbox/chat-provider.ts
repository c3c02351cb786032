import { setImmediate as nextTurn } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatAnswer, ChatCall, ChatProvider, ChatStream } from '../../../application/ports/chat-provider.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { TokenUsage } from '../../../domain/pricing/usage.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { CHAT_REQUEST } from '../fields/chat-shapes.ts'
import { leftOutOf } from '../fields/shape.ts'
import { echoScript, refusalScript, toChunks, toCompletion } from './echo.ts'
import type { NoScript, Script } from './echo.ts'
import { abortableSleep } from './sleep.ts'
import type { Sleep } from './sleep.ts'

export interface SandboxDeps {
  readonly sleep?: Sleep
  /** Between two chunks of `echo-slow`. */
  readonly chunkDelayMs?: number
  /** After which `hang` is given up as `timed_out`. */
  readonly idleTimeoutMs?: number
}

/** What the model does, and how long it waits before each chunk. */
interface Scene {
  readonly script: Script
  readonly usage: TokenUsage | null
  readonly delayMs: number
  /** Breaks off after this many chunks; null plays to the end. */
  readonly cutAfter: number | null
}

const CUT_AFTER_CHUNKS = 4

/** Chunks told between two turns of the event loop, so that a long echo stops nothing else. */
const CHUNKS_A_TURN = 64

/** An upstream inside the process: no network, no key, behaviour by the deployment's model (`echo`, `cut`, …). */
export const sandboxChat = (deps: SandboxDeps = {}): ChatProvider => {
  const { sleep = abortableSleep, chunkDelayMs = 50, idleTimeoutMs = 120_000 } = deps

  const setScene = async (call: ChatCall): Promise<Either<UpstreamFailure, Scene>> => {
    if (call.signal?.aborted === true) return left(failed(call, 'cut'))
    const model = call.deployment.upstreamModel.replace(/^sandbox\//, '')
    const script = echoScript(call.request, model === 'tools' ? 'eager' : 'only_when_asked', call.operationId)
    if (typeof script === 'string') return left(rejected(call, script))
    const echo: Scene = { script, usage: script.usage, delayMs: 0, cutAfter: null }
    switch (model) {
      case 'echo':
      case 'tools':
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
        return left({
          tag: 'server_error',
          upstreamStatus: 500,
          ...told(call, 'The sandbox answered with status 500.'),
        })
      case 'hang':
        return left(failed(call, (await sleep(idleTimeoutMs, call.signal)) === 'slept' ? 'timed_out' : 'cut'))
      default:
        return left({ tag: 'misconfigured', ...told(call, `The sandbox has no model "${model}".`) })
    }
  }

  async function* play(
    call: ChatCall,
    scene: Scene,
  ): AsyncGenerator<Either<UpstreamFailure, readonly ChatChunk[]>, void, undefined> {
    for (const [position, chunk] of toChunks(scene.script, scene.usage).entries()) {
      if (scene.cutAfter !== null && (position >= scene.cutAfter || isFinish(chunk))) break
      if (position > 0 && scene.delayMs > 0) await sleep(scene.delayMs, call.signal)
      else if (position % CHUNKS_A_TURN === CHUNKS_A_TURN - 1) await nextTurn()
      if (call.signal?.aborted === true) return yield left(failed(call, 'cut'))
      yield right([chunk])
    }
    if (scene.cutAfter !== null) yield left(failed(call, 'cut'))
  }

  return {
    ignores: ({ request }) => leftOutOf(request, CHAT_REQUEST),
    complete: async (call): Promise<Either<UpstreamFailure, ChatAnswer>> => {
      const scene = await setScene(call)
      if (scene._tag === 'Left') return scene
      const { script, usage, delayMs, cutAfter } = scene.right
      if (cutAfter !== null) return left(failed(call, 'cut'))
      const waited = delayMs === 0 ? 'slept' : await sleep(delayMs * toChunks(script, usage).length, call.signal)
      if (waited === 'aborted') return left(failed(call, 'cut'))
      return right({ completion: toCompletion(script, usage), upstreamRequestId: requestIdOf(call) })
    },
    stream: async (call): Promise<Either<UpstreamFailure, ChatStream>> => {
      const scene = await setScene(call)
      if (scene._tag === 'Left') return scene
      return right({ chunks: play(call, scene.right), upstreamRequestId: requestIdOf(call) })
    },
  }
}

const isFinish = ({ choices }: ChatChunk): boolean => choices.every((choice) => choice.finish_reason !== null)

const requestIdOf = ({ operationId }: ChatCall): string => `sandbox-${operationId}`

const told = (call: ChatCall, message: string) => ({ message, upstreamRequestId: requestIdOf(call) })

const failed = (call: ChatCall, tag: 'cut' | 'timed_out'): UpstreamFailure => ({
  tag,
  ...told(call, tag === 'cut' ? 'The sandbox broke the connection.' : 'The sandbox did not answer in time.'),
})

const REJECTIONS: Readonly<Record<NoScript, readonly [param: string, message: string]>> = {
  unknown_tool: ['tool_choice', "Invalid value for 'tool_choice': no such tool in 'tools'."],
  no_arguments: ['tools', 'The sandbox finds no arguments that fit the parameters of the tool.'],
  no_json: ['response_format', 'The sandbox finds no JSON that fits this schema.'],
}

const rejected = (call: ChatCall, reason: NoScript): UpstreamFailure => {
  const [param, message] = REJECTIONS[reason]
  return { tag: 'rejected', param, code: 'rejected_by_upstream', ...told(call, message) }
}
