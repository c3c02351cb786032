import { isLeft } from 'fp-ts/lib/Either.js'
/**
 * What the provider adapter adds to a bare undici request: processor time of both against one upstream in its own
 * process, turn by turn, and of a streamed chunk. Run: node bench/provider-call.ts
 */
import { Agent, request } from 'undici'
import { openAiCompatibleChat } from '../src/adapters/providers/openai-compatible/chat-provider.ts'
import { upstreamHttp } from '../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatCall } from '../src/application/ports/providers/chat-provider.ts'
import { forkProgram } from './targets/child-process.ts'

const CALLERS = 32
const ROUND_MS = 1_500
const ROUNDS = 3

const upstream = await forkProgram('./upstream.ts')
const baseUrl = `http://127.0.0.1:${upstream.port}/v1`

const http = upstreamHttp()
const fetcher = { fetch: () => Promise.reject(new Error('no call here names a file')) }
const provider = openAiCompatibleChat({ baseUrl, apiKey: 'sk-bench', http, fetcher })
const agent = new Agent({ connections: 128 })

const chatRequest = { model: 'bench/model', messages: [{ role: 'user' as const, content: 'ping '.repeat(50) }] }

const call = (): ChatCall => ({
  operationId: '01890a5d-ac96-774b-bcce-b302099a8057',
  deployment: { provider: 'bench', upstreamModel: 'bench', parameters: {} },
  request: chatRequest,
  signal: new AbortController().signal,
})

const viaProvider = async (): Promise<number> => {
  const answer = await provider.complete(call())
  if (isLeft(answer)) throw new Error(answer.left.message)
  return 1
}

const viaUndici = async (): Promise<number> => {
  const answer = await request(`${baseUrl}/chat/completions`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body: JSON.stringify({ ...chatRequest, model: 'bench' }),
  })
  await answer.body.json()
  return 1
}

const streamed = async (): Promise<number> => {
  const stream = await provider.stream(call())
  if (isLeft(stream)) throw new Error(stream.left.message)
  let chunks = 0
  for await (const element of stream.right.chunks) {
    if (isLeft(element)) throw new Error(element.left.message)
    chunks += 1
  }
  return chunks
}

/** Processor microseconds of this process for one operation; unlike a rate it is meaningful on a busy machine, too. */
const cost = async (once: () => Promise<number>): Promise<number> => {
  const startedMs = performance.now()
  const startedCpu = process.cpuUsage()
  let done = 0
  const caller = async (): Promise<void> => {
    while (performance.now() - startedMs < ROUND_MS) done += await once()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const { user, system } = process.cpuUsage(startedCpu)
  return (user + system) / done
}

await cost(viaUndici)
await cost(viaProvider)
for (let round = 1; round <= ROUNDS; round += 1) {
  const bare = await cost(viaUndici)
  const ours = await cost(viaProvider)
  const chunk = await cost(streamed)
  process.stdout.write(
    `round ${round}: undici ${bare.toFixed(0)} us a call, provider ${ours.toFixed(0)} us (${(ours / bare).toFixed(2)}), ` +
      `${chunk.toFixed(1)} us a stream chunk\n`,
  )
}

await http.close()
await agent.close()
await upstream.stop()
