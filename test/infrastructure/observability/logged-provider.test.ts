import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { ChatResult, ChatCall } from '../../../src/application/ports/providers/chat-provider.ts'
import type { UpstreamFailure } from '../../../src/domain/routing/upstream-failure.ts'
import { sandboxVideo } from '../../../src/adapters/providers/sandbox/video-provider.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { loggedProvider } from '../../../src/infrastructure/observability/logged-provider.ts'
import { chatCall, streamOutcome } from '../../support/chat/chat-calls.ts'

const reported = { message: 'Incorrect API key provided', upstreamRequestId: 'req-1' }
const misconfigured: UpstreamFailure = {
  tag: 'misconfigured',
  upstreamStatus: 401,
  upstreamCode: 'bad_key',
  ...reported,
}
const rejected: UpstreamFailure = { tag: 'rejected', param: null, code: 'rejected_by_upstream', ...reported }

const answer: ChatResult = { completion: { choices: [], usage: null }, upstreamRequestId: null }

interface Line {
  readonly level: string
  readonly msg: string
}

const recorder = () => {
  const lines: Line[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  return { lines, logged: loggedProvider(log) }
}

const at = (provider: string): ChatCall => {
  const call = chatCall()
  return { ...call, deployment: { ...call.deployment, provider } }
}

describe('the log of a provider', () => {
  it('has one line for a failure, with what an operator needs to act on it', async () => {
    const { lines, logged } = recorder()
    const { chat } = logged({
      chat: { ignoredFields: () => [], complete: async () => left(misconfigured), stream: async () => left(rejected) },
    })
    const call = at('own')
    await chat?.complete(call)
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.include({
      level: 'error',
      msg: 'an upstream call failed',
      provider: 'own',
      deployment: call.deployment.upstreamModel,
      model: call.request.model,
      operationId: call.operationId,
      work: 'chat',
      cause: 'misconfigured',
      status: 401,
      upstreamCode: 'bad_key',
      upstreamRequestId: 'req-1',
      upstreamMessage: reported.message,
    })
  })

  it('has no part of a password that stands where the words of a provider are cut', async () => {
    const { lines, logged } = recorder()
    const message = `${'x'.repeat(250)} redis://user:${'secret'.repeat(20)}@cache:6379 is away`
    const failed = left<UpstreamFailure>({ tag: 'server_error', message, upstreamRequestId: null })
    const { chat } = logged({
      chat: { ignoredFields: () => [], complete: async () => failed, stream: async () => failed },
    })
    await chat?.complete(at('own'))
    expect(lines).to.have.lengthOf(1)
    expect(JSON.stringify(lines)).to.include('redis://[redacted]@cache').and.not.include('secret')
  })

  it('has a line for a stream that breaks after it began', async () => {
    const { lines, logged } = recorder()
    const broken = async function* () {
      yield right([{ choices: [], usage: null }])
      yield left<UpstreamFailure>({ tag: 'cut', ...reported })
    }
    const { chat } = logged({
      chat: {
        ignoredFields: () => [],
        complete: async () => right(answer),
        stream: async () => right({ upstreamRequestId: () => null, chunks: broken() }),
      },
    })
    if (chat !== undefined) await streamOutcome(chat, at('own'))
    expect(lines.map((line) => line)).to.have.lengthOf(1)
    expect(lines[0]).to.include({ level: 'warn', cause: 'cut', work: 'chat_stream' })
  })

  it('has no line for a call that the gateway ended, because its client had left', async () => {
    const { lines, logged } = recorder()
    const caller = new AbortController()
    const cut = left<UpstreamFailure>({ tag: 'cut', ...reported })
    const { chat } = logged({
      chat: { ignoredFields: () => [], complete: async () => cut, stream: async () => cut },
    })
    const call = { ...at('own'), signal: caller.signal }
    await chat?.complete(call)
    expect(lines).to.have.lengthOf(1)
    caller.abort()
    await chat?.complete(call)
    expect(lines).to.have.lengthOf(1)
  })

  it('keeps the words of a rejection out, which may quote the caller', async () => {
    const { lines, logged } = recorder()
    const { chat } = logged({
      chat: { ignoredFields: () => [], complete: async () => left(rejected), stream: async () => left(rejected) },
    })
    await chat?.complete(at('own'))
    expect(lines[0]).to.include({ level: 'info', cause: 'rejected' })
    expect(JSON.stringify(lines)).not.to.include(reported.message)
  })

  it('logs when another deployment answers the call, and only then', async () => {
    const { lines, logged } = recorder()
    const first = logged({
      chat: { ignoredFields: () => [], complete: async () => left(misconfigured), stream: async () => left(rejected) },
    })
    const second = logged({
      chat: { ignoredFields: () => [], complete: async () => right(answer), stream: async () => left(rejected) },
    })
    await second.chat?.complete(at('second'))
    expect(lines).to.deep.equal([])
    const call = at('first')
    await first.chat?.complete(call)
    await second.chat?.complete({ ...at('second'), operationId: call.operationId })
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['an upstream call failed', 'another deployment answered'])
    expect(lines[1]).to.include({ provider: 'second', failedAt: 'first', operationId: call.operationId })
  })

  it('does not call a deployment another one that answers where it is asked a second time', async () => {
    const { lines, logged } = recorder()
    const outcomes = [left(misconfigured), right(answer)]
    const { chat } = logged({
      chat: {
        ignoredFields: () => [],
        complete: async () => outcomes.shift() ?? right(answer),
        stream: async () => left(rejected),
      },
    })
    const call = at('own')
    await chat?.complete(call)
    await chat?.complete({ ...call, leavesOutReasoning: true })
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['an upstream call failed'])
  })

  it('returns a video provider without an upstream unchanged', () => {
    const { logged } = recorder()
    const sandbox = sandboxVideo()
    expect(logged({ video: sandbox }).video?.isLocal).to.equal(true)
    expect(logged({ video: { ...sandbox, isLocal: false } }).video?.isLocal).to.equal(false)
  })
})
