import type { AssistantMessage } from '../../src/domain/conversation/message.ts'
import type { Facts, RecordFact, TransferFact } from './installation.ts'
import { endpointOf, TERMS } from './requests.ts'

/** What was written down, and what the world outside knows besides. */
export interface Seen {
  readonly facts: Facts
  /** The same after the step before; null after the first. */
  readonly before: Facts | null
  readonly nowMs: number
  /** Operations for which the provider did work, once each time. */
  readonly worked: readonly string[]
  /** Every operation ever made under each key. */
  readonly operationsOf: ReadonlyMap<string, ReadonlySet<string>>
}

/** Says what is wrong, one sentence each; nothing where the law holds. */
type Law = (seen: Seen) => Iterable<string>

const assistants = ({ messages }: Facts): readonly AssistantMessage[] =>
  [...messages.values()].filter((message) => message.role === 'assistant')

const chargesOf = ({ transfers }: Facts): ReadonlyMap<string, bigint> =>
  new Map(transfers.filter(({ kind }) => kind === 'charge').map(({ holdId, moved }) => [holdId ?? '', -moved]))

const recordOf = ({ records }: Facts, operationId: string): RecordFact | undefined =>
  records.find((record) => record.operationId === operationId)

const sumOf = (transfers: readonly TransferFact[]): bigint => transfers.reduce((sum, { moved }) => sum + moved, 0n)

function* walletsAgree({ facts: { wallet, holds, transfers } }: Seen): Iterable<string> {
  if (wallet.balance !== sumOf(transfers)) yield `the balance is ${wallet.balance}, its movements ${sumOf(transfers)}`
  const open = [...holds.values()].filter(({ state }) => state === 'held')
  const held = open.reduce((sum, { amount }) => sum + amount, 0n)
  if (wallet.held !== held) yield `${wallet.held} is held, by open holds ${held}`
  if (wallet.held < 0n || wallet.balance < wallet.held)
    yield `overdrawn: ${wallet.balance}, of which ${wallet.held} held`
}

function* holdsEndOnce({ facts, before }: Seen): Iterable<string> {
  for (const [id, was] of before?.holds ?? []) {
    const is = facts.holds.get(id)
    const isSame = is?.state === was.state && is.settledAmount === was.settledAmount
    if (was.state !== 'held' && !isSame) yield `hold ${id} had ended as ${was.state} and is ${is?.state}`
  }
}

/** A hold that outlives its process belongs to a video under way: no other process would end it for a day. */
function* longHoldsAreOfVideos({ facts }: Seen): Iterable<string> {
  for (const [id, { state, expiresAtMs }] of facts.holds) {
    const video = facts.videos.get(id)
    const isUnderWay = video !== undefined && video !== 'completed' && video !== 'failed'
    if (state === 'held' && expiresAtMs !== null && !isUnderWay) yield `hold ${id} is left, its video ${video}`
  }
}

function* movementsStay({ facts, before }: Seen): Iterable<string> {
  const now = new Map(facts.transfers.map(({ id, moved }) => [id, moved]))
  for (const { id, moved } of before?.transfers ?? []) {
    if (now.get(id) !== moved) yield `movement ${id} of ${moved} is now ${now.get(id)}`
  }
}

function* chargesHaveAnswers({ facts }: Seen): Iterable<string> {
  for (const { id, kind } of facts.transfers) if (kind === 'writeoff') yield `the house bore ${id}`
  for (const [id, charged] of chargesOf(facts)) {
    const record = recordOf(facts, id)
    if (record?.state !== 'succeeded') {
      yield `${id} is charged, its record is ${record?.state}`
      continue
    }
    const { priceMicro, leaves } = TERMS[endpointOf(record.key)]
    if (charged !== priceMicro) yield `${record.key} costs ${priceMicro} and is charged ${charged}`
    const message = facts.messages.get(id)
    const isDone = message?.role === 'assistant' && message.state.tag === 'done'
    if (leaves !== 'answer' && !isDone) yield `${id} is charged without a finished message`
  }
}

function* answersAreCharged({ facts }: Seen): Iterable<string> {
  const charges = chargesOf(facts)
  for (const { key, operationId, state, status } of facts.records) {
    const { leaves } = TERMS[endpointOf(key)]
    const isThere = leaves === 'video' ? facts.videos.has(operationId) : charges.has(operationId)
    if (state === 'succeeded' && !isThere) yield `${key} is answered with nothing behind it`
    if (state !== 'succeeded' && facts.messages.has(operationId)) yield `${key} is ${state} and left a message`
    if (state === 'succeeded' && (status ?? 0) >= 300) yield `${key} succeeded with ${status}`
    if (state === 'failed' && status !== null && status !== 502) yield `${key} failed with ${status}`
  }
}

function* messagesTellTheTruth({ facts, nowMs }: Seen): Iterable<string> {
  const charges = chargesOf(facts)
  const inOrder = [...facts.messages.keys()]
  for (const { id, replyTo, conversationId, state, chargedMicro } of assistants(facts)) {
    const question = facts.messages.get(replyTo)
    if (question?.role !== 'user' || question.conversationId !== conversationId) yield `${id} answers nothing`
    const place = inOrder.filter((each) => facts.messages.get(each)?.conversationId === conversationId)
    if (place.indexOf(replyTo) + 1 !== place.indexOf(id)) yield `${id} does not stand behind its question`
    if (chargedMicro !== (charges.get(id) ?? 0n)) yield `${id} says ${chargedMicro}, charged was ${charges.get(id)}`
    const video = facts.videos.get(id)
    const hold = facts.holds.get(id)
    const isHeld = hold?.state === 'held' || (hold?.expiresAtMs ?? 0) < nowMs
    switch (state.tag) {
      case 'done':
        if (!charges.has(id)) yield `${id} is done and not charged`
        break
      case 'pending':
        if ((video !== 'queued' && video !== 'in_progress') || !isHeld)
          yield `${id} is pending, its video ${video}, its hold ${hold?.state}`
        break
      case 'failed':
        if (video !== 'failed' || hold?.state !== 'released')
          yield `${id} failed, its video is ${video}, its hold ${hold?.state}`
    }
  }
}

function* videosHaveMessages({ facts, nowMs }: Seen): Iterable<string> {
  for (const [id, state] of facts.videos) {
    const message = facts.messages.get(id)
    const stated = message?.role === 'assistant' ? message.state.tag : undefined
    const hold = facts.holds.get(id)
    const expected = {
      submitting: undefined,
      queued: 'pending',
      in_progress: 'pending',
      completed: 'done',
      failed: 'failed',
    }
    if (stated !== expected[state]) yield `video ${id} is ${state}, its message ${stated}`
    if (state === 'submitting' && hold?.state !== 'held' && (hold?.expiresAtMs ?? 0) >= nowMs)
      yield `video ${id} is being submitted, its hold is ${hold?.state}`
  }
}

function* galleriesShowWhatWasMade({ facts }: Seen): Iterable<string> {
  const made = assistants(facts).filter(({ id, state }) => {
    const key = recordOf(facts, id)?.key
    const leaves = key === undefined ? 'answer' : TERMS[endpointOf(key)].leaves
    return state.tag === 'done' && (leaves === 'media' || leaves === 'video')
  })
  const [shown, due] = [[...facts.shown].toSorted(), made.map(({ id }) => id).toSorted()]
  if (shown.join() !== due.join()) yield `the gallery shows ${shown.join()}, made was ${due.join()}`
}

function* keysAreExecutedOnce({ worked, operationsOf, facts }: Seen): Iterable<string> {
  if (new Set(worked).size !== worked.length) yield `the provider worked twice for one of ${worked.join()}`
  for (const id of worked) if (!facts.holds.has(id)) yield `the provider worked for ${id}, for which nothing was held`
  for (const [key, operations] of operationsOf) {
    const executed = worked.filter((id) => operations.has(id))
    if (executed.length > 1) yield `${key} was executed ${executed.length} times`
  }
}

const LAWS: readonly Law[] = [
  walletsAgree,
  holdsEndOnce,
  longHoldsAreOfVideos,
  movementsStay,
  chargesHaveAnswers,
  answersAreCharged,
  messagesTellTheTruth,
  videosHaveMessages,
  galleriesShowWhatWasMade,
  keysAreExecutedOnce,
]

/** What must hold after every step, whatever is under way. */
export const brokenLaws = (seen: Seen): readonly string[] => LAWS.flatMap((law) => [...law(seen)])

/** What must hold besides once nothing runs, all leases are over and the sweeps have come by. */
export const unfinished = ({ records, holds, videos, messages }: Facts): readonly string[] => [
  ...records.filter(({ state }) => state === 'running').map(({ key }) => `${key} runs for ever`),
  ...[...holds].filter(([, { state }]) => state === 'held').map(([id]) => `hold ${id} is never ended`),
  ...[...videos]
    .filter(([, state]) => state !== 'completed' && state !== 'failed')
    .map(([id, state]) => `video ${id} stays ${state}`),
  ...assistants({ messages } as Facts)
    .filter(({ state }) => state.tag === 'pending')
    .map(({ id }) => `message ${id} stays pending`),
]
