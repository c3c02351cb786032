import { startGateway } from '../targets/gateway-target.ts'
import { measureOnce, MESSAGES } from './measure-http.ts'
import type { Measured, Rounds, Sent } from './measure-http.ts'
import { orderOf } from './round-order.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { median } from '../statistics.ts'
import { MODEL } from '../targets/target.ts'
import { withEachTarget } from '../targets/with-targets.ts'

/** The same call through one surface: by the chat core, or passed on to a provider that speaks the surface's wire. */
interface Way {
  readonly name: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The least share of chat's calls a second; null for chat itself. */
  readonly gate: number | null
}

const [SYSTEM, QUESTION] = MESSAGES
const LIMIT = 200

const responses = (model: string) => ({
  model,
  instructions: SYSTEM?.content,
  input: QUESTION?.content,
  max_output_tokens: LIMIT,
  store: false,
})

const messages = (model: string) => ({ model, system: SYSTEM?.content, messages: [QUESTION], max_tokens: LIMIT })

const TRANSLATED = 0.85
const NATIVE = 1

const WAYS: readonly Way[] = [
  {
    name: 'chat completions',
    path: '/v1/chat/completions',
    body: { model: MODEL, messages: MESSAGES, max_tokens: LIMIT },
    gate: null,
  },
  { name: 'Responses, translated', path: '/v1/responses', body: responses(MODEL), gate: TRANSLATED },
  { name: 'Messages, translated', path: '/v1/messages', body: messages(MODEL), gate: TRANSLATED },
  { name: 'Responses, passed on', path: '/v1/responses', body: responses('bench/responses'), gate: NATIVE },
  { name: 'Messages, passed on', path: '/v1/messages', body: messages('bench/messages'), gate: NATIVE },
]

type SurfaceBench = readonly {
  readonly way: Way
  readonly calls: readonly Measured[]
  readonly streams: readonly Measured[]
}[]

interface SurfaceOptions extends Rounds {
  readonly connections: number
  readonly streams: number
}

const sentOn = ({ path, body }: Way, stream: boolean): Sent => ({
  path,
  body: JSON.stringify(stream ? { ...body, stream } : body),
})

const WARM_UP_SECONDS = 8

/** All ways through one gateway, in turn: rounds that stand side by side are compared. */
export const benchSurfaces = (options: SurfaceOptions): Promise<SurfaceBench> =>
  withEachTarget(
    async (upstreamPort) => [await startGateway(upstreamPort)],
    async (load, gateway) => {
      const measure = (way: Way, stream: boolean, seconds: number): Promise<Measured> => {
        const connections = stream ? options.streams : options.connections
        const phase = { rounds: 1, seconds, connections, stream, ratePerSecond: null }
        return measureOnce(load, gateway, phase, sentOn(way, stream))
      }
      const bench = WAYS.map((way) => ({ way, calls: [] as Measured[], streams: [] as Measured[] }))
      for (const stream of [false, true]) for (const way of WAYS) await measure(way, stream, WARM_UP_SECONDS)
      for (let round = 0; round < options.rounds; round += 1) {
        for (const one of orderOf(bench, round)) {
          one.calls.push(await measure(one.way, false, options.seconds))
          one.streams.push(await measure(one.way, true, options.seconds))
        }
      }
      return bench
    },
  ).then((ofTargets) => ofTargets.flat())

const ratioTo = (
  chat: readonly Measured[],
  ours: readonly Measured[],
  field: 'perSecond' | 'eventsPerSecond',
): number => median(ours.map((measured, round) => measured[field] / (chat[round]?.[field] ?? Number.NaN)))

export const surfaceGates = (bench: SurfaceBench): readonly Gate[] => {
  const chat = bench.find(({ way }) => way.gate === null)
  if (chat === undefined) return []
  return bench.flatMap(({ way: { name, gate }, calls, streams }): readonly Gate[] =>
    gate === null
      ? []
      : [
          {
            name: `${name}: requests a second, of chat`,
            value: ratioTo(chat.calls, calls, 'perSecond'),
            gate,
            goal: null,
            direction: 'at least',
            unit: ' x',
          },
          {
            name: `${name}: streams a second, of chat`,
            value: ratioTo(chat.streams, streams, 'perSecond'),
            gate,
            goal: null,
            direction: 'at least',
            unit: ' x',
          },
        ],
  )
}

export const surfaceTable = (bench: SurfaceBench, connections: number): string => {
  const of = (rounds: readonly Measured[], field: keyof Measured, digits = 0): string =>
    number(median(rounds.map((measured) => measured[field])), digits).padStart(16)
  return [
    `surfaces, ${connections} connections`.padEnd(34) +
      ['req/s', 'p50 ms', 'streams/s', 'chunks/s', 'failed'].map((title) => title.padStart(16)).join(''),
    ...bench.map(({ way, calls, streams }) => {
      const failed = [...calls, ...streams].reduce((sum, { failures }) => sum + failures, 0)
      return [
        `  ${way.name}`.padEnd(34),
        of(calls, 'perSecond'),
        of(calls, 'p50Ms', 2),
        of(streams, 'perSecond'),
        of(streams, 'eventsPerSecond'),
        number(failed).padStart(16),
      ].join('')
    }),
  ].join('\n')
}
