import { openCaller } from '../call.ts'
import type { Call, Heard } from '../call.ts'
import { MOST_WAIT_MS } from '../measure.ts'
import { openProber } from '../open-prober.ts'
import { IMAGE_MODEL } from '../provider/catalog.ts'
import { slowness } from '../reference-loop.ts'
import { imageCall, smallChatCall } from './paid-call.ts'
import { SILENT_NAME } from './silent-name.ts'
import { brokenRecordingCall, lookUpCall } from './unpaid-work.ts'
import type { Target } from '../service.ts'
import { countedBy } from './flood-result.ts'
import type { FloodResult } from './flood-result.ts'
import { besideUnreadAnswers } from './unread-answers.ts'

/** Many calls at once, each of which is within its own bounds. */
interface Flood {
  readonly name: string
  readonly calls: number
  readonly call: (target: Target) => Call
  /** Which answers are honest. */
  readonly statuses: readonly number[]
  readonly mostMs: number
  /** The most memory that the service may use during that time. */
  readonly mostMb: number
}

/** The name of a host is waited for during 4.5 s, and as many again wait in the queue. */
const NAMES_MS = 30_000
const ANSWER_BYTES = 32_000_000
const ANSWERS_MS = 240_000
const LOOK_UPS_MS = 30_000
/** Each takes a thread for three seconds, and one account has one thread. */
const RECORDINGS_MS = 120_000
const SAMPLE_MS = 250
const CROWD_MS = 60_000

const FLOODS: readonly Flood[] = [
  {
    name: 'images at addresses whose nameserver is silent',
    calls: 600,
    call: (target) =>
      imageCall(target.credentials.apiKey, {
        model: 'sandbox/image-edit',
        prompt: 'a boat',
        image: [{ type: 'url', data: `http://${SILENT_NAME}/a.png` }],
      }),
    statuses: [400],
    mostMs: NAMES_MS,
    mostMb: 800,
  },
  {
    // 1.5 GB, of which each byte would stand in memory several times.
    name: 'answers with images of 24 MB, all at once',
    calls: 48,
    call: (target) => imageCall(target.credentials.apiKey, { model: IMAGE_MODEL, prompt: String(ANSWER_BYTES) }),
    statuses: [200, 503],
    mostMs: ANSWERS_MS,
    mostMb: 1_400,
  },
  {
    name: 'long prompts to be counted for nothing',
    calls: 40,
    call: (target) => lookUpCall(target.credentials.apiKey),
    statuses: [200],
    mostMs: LOOK_UPS_MS,
    mostMb: 1_000,
  },
  {
    name: 'recordings without an end',
    calls: 34,
    call: (target) => brokenRecordingCall(target.credentials.apiKey),
    statuses: [400, 503],
    mostMs: RECORDINGS_MS,
    mostMb: 1_000,
  },
]

type Crowd = Pick<Flood, 'calls' | 'call' | 'mostMs'>

const sendAll = async (target: Target, { calls, call, mostMs }: Crowd): Promise<readonly Heard[]> => {
  const callers = Array.from({ length: calls }, () => openCaller(target.port, mostMs))
  try {
    return await Promise.all(callers.map((caller) => caller.send(call(target))))
  } finally {
    for (const caller of callers) caller.close()
  }
}

interface Watched {
  readonly heard: readonly Heard[]
  readonly ms: number
  readonly mostMb: number
  /** The longest wait of another client. */
  readonly waitMs: number
  /** How many times slower than a quiet one the machine was at its slowest moment. */
  readonly slowest: number
}

const watch = async (target: Target, crowd: Crowd): Promise<Watched> => {
  const prober = openProber(target.port, target.credentials.apiKey)
  let [slowest, mostMb] = [slowness(), 0]
  const sampling = setInterval(() => {
    slowest = Math.max(slowest, slowness())
    // Of a service that has died the end of the flood tells.
    void target.inspector.nowMb().then(
      (mb) => (mostMb = Math.max(mostMb, mb)),
      () => undefined,
    )
  }, SAMPLE_MS)
  const startedMs = performance.now()
  const heard = await sendAll(target, crowd)
  const ms = performance.now() - startedMs
  clearInterval(sampling)
  const waitMs = await prober.takeLongestMs()
  await prober.stop()
  return { heard, ms, mostMb, waitMs, slowest }
}

/**
 * Any crowd is a wait for a client behind it. So a flood may keep another client waiting as long as that many small
 * calls do which are honest, at the same time on the same machine.
 */
const waitOfHonestCrowd = async (target: Target, { calls }: Flood): Promise<number> => {
  const crowd = { calls, call: () => smallChatCall(target.credentials.apiKey), mostMs: CROWD_MS }
  return (await watch(target, crowd)).waitMs
}

const runFlood = async (target: Target, flood: Flood): Promise<FloodResult> => {
  const { heard, ms, mostMb, waitMs, slowest } = await watch(target, flood)
  const { name } = flood
  const isShortWait = waitMs <= MOST_WAIT_MS * slowest || waitMs <= (await waitOfHonestCrowd(target, flood))
  const failures = [
    ...(target.isAlive() ? [] : [`the service died of: ${name}`]),
    ...(heard.every(({ status }) => flood.statuses.includes(status)) ? [] : [`other answers were given: ${name}`]),
    ...(ms <= flood.mostMs * slowest ? [] : [`the last answer took ${ms.toFixed(0)} ms: ${name}`]),
    ...(mostMb <= flood.mostMb ? [] : [`${mostMb.toFixed(0)} MB were in use: ${name}`]),
    ...(isShortWait ? [] : [`another client waited ${waitMs.toFixed(0)} ms: ${name}`]),
  ]
  return { name, ms, mostMb, waitMs: waitMs / slowest, statuses: countedBy(heard), failures }
}

/** Other work of the machine makes a flood worse and never better, so the first time that it is withstood counts. */
const MOST_TRIES = 3

const insist = async (target: Target, run: () => Promise<FloodResult>): Promise<FloodResult> => {
  let result = await run()
  for (let tried = 1; tried < MOST_TRIES && result.failures.length > 0 && target.isAlive(); tried += 1) {
    result = await run()
  }
  return result
}

/** Sends the floods one after the other. */
export const sendFloods = async (target: Target): Promise<readonly FloodResult[]> => {
  const results: FloodResult[] = []
  for (const flood of FLOODS) results.push(await insist(target, () => runFlood(target, flood)))
  const unread = await insist(target, () => besideUnreadAnswers(target))
  return [...results, unread]
}
