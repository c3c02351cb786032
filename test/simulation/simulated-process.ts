import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { extendLeases } from '../../src/application/billing/extend-leases.ts'
import { releaseLostHolds } from '../../src/application/billing/release-lost-holds.ts'
import { sweepHolds } from '../../src/application/billing/sweep-holds.ts'
import { chargedTurn } from '../../src/application/conversations/charged-turn.ts'
import { openSettlements } from '../../src/application/gateway/settlements.ts'
import { extendClaims } from '../../src/application/idempotency/extend-claims.ts'
import { failLostRecords } from '../../src/application/idempotency/fail-lost-records.ts'
import type { StoredAnswer } from '../../src/application/idempotency/idempotently.ts'
import { runningClaims } from '../../src/application/idempotency/running-claims.ts'
import { sweepRecords } from '../../src/application/idempotency/sweep-records.ts'
import type { Message } from '../../src/domain/conversation/message.ts'
import { faultyPorts } from './faulty-ports.ts'
import type { Gates } from './gates.ts'
import type { Request } from './history.ts'
import type { Installation } from './installation.ts'
import { hashOf, keyOf, promptOf, TERMS } from './requests.ts'
import { type ScriptedVendor, vendorAdapters } from './scripted-vendors.ts'

type Answered = Either<{ readonly tag: string }, StoredAnswer>

/** A process of the service: the real use cases over ports that go wrong. */
export interface SimulatedProcess {
  readonly name: string
  readonly ask: (request: Request) => Promise<Answered>
  /** Extends its leases, as it does every few seconds while it lives. */
  readonly beat: () => Promise<unknown>
  readonly sweep: (what: 'holds' | 'records' | 'films') => Promise<unknown>
  /** What the only process of an installation does first. */
  readonly takeOver: () => Promise<unknown>
  readonly pending: () => number
}

export interface ProcessSurroundings {
  readonly name: string
  readonly installation: Installation
  readonly gates: Gates
  readonly vendor: ScriptedVendor
  readonly conversations: readonly string[]
  /** Something that must never happen. */
  readonly complain: (wrong: string) => void
}

export const startProcess = (surroundings: ProcessSurroundings): SimulatedProcess => {
  const { name: instance, installation, gates, vendor, complain } = surroundings
  const { ids, now, stores, userId, holds } = installation
  const ports = faultyPorts(installation, gates, instance)
  const adapters = vendorAdapters(vendor, gates, instance)
  const settlements = openSettlements({
    ledger: ports.ledger,
    timer: ports.timer,
    reporter: {
      delayed: () => undefined,
      abandoned: ({ holdId }) => complain(`the end of ${holdId} was given up`),
      refused: ({ holdId }, outcome) => complain(`the end of ${holdId} was refused: ${outcome}`),
      lost: (operationId, error) => complain(`the end of ${operationId} was lost: ${String(error)}`),
    },
  })
  const running = runningClaims()
  const shared = { ...ports, settlements, running, instance, ids, wallets: stores.wallets }
  const turn = chargedTurn(shared)
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

  const ask = (request: Request): Promise<Answered> => {
    const prompt = promptOf(request)
    const conversationId = surroundings.conversations[0]!
    return turn<never, string>({
      userId,
      scope: request.endpoint,
      key: keyOf(request),
      requestHash: hashOf(request),
      prepare: async (operationId) =>
        right({
          priceMicro: TERMS[request.endpoint].priceMicro,
          description: 'x',
          work: async () => {
            const answer = await adapters.chat.complete({
              operationId,
              request: { model: 'x', messages: [{ role: 'user', content: prompt }] },
            } as never)
            if (isLeft(answer)) return left({ reason: 'upstream_failed', receipt: null })
            return right({
              usage: null,
              receipt: null,
              keep: async (tx, chargedMicro) => {
                const at = { conversationId, content: 'x', createdAtMs: now() }
                const user: Message = { ...at, id: ids.next(), role: 'user' }
                const assistant: Message = {
                  ...at,
                  id: operationId,
                  role: 'assistant',
                  replyTo: user.id,
                  state: { tag: 'done' },
                  chargedMicro,
                }
                if (TERMS[request.endpoint].leaves !== 'answer') await tx.messages.add([user, assistant])
                if (TERMS[request.endpoint].leaves === 'media')
                  await tx.mediaAssets.add([
                    {
                      ownerId: operationId,
                      idx: 0,
                      galleryOf: userId,
                      mimeType: 'image/png',
                      address: 'x',
                      width: 1,
                      height: 1,
                      seconds: null,
                      sizeBytes: 1,
                      thumbAddress: null,
                    },
                  ])
                return right('made')
              },
            })
          },
        }),
      render: ({ operationId, wallet }) => ({
        status: 201,
        contentType: 'application/json',
        body: bytes([operationId, wallet.balance.toString()]),
      }),
      renderFailure: () => ({ status: 502, contentType: 'application/json', body: bytes('failed') }),
    })
  }

  const sweeps = {
    holds: sweepHolds({ holds, ledger: ports.ledger }),
    records: sweepRecords({ idempotency: stores.idempotency }),
    films: async () => 0,
  }
  const extend = [extendLeases({ holds, instance }), extendClaims({ idempotency: stores.idempotency, running })]
  return {
    name: instance,
    ask,
    beat: () => Promise.all(extend.map((each) => each())),
    sweep: (what) => sweeps[what](),
    takeOver: async () => {
      await releaseLostHolds({ holds, ledger: installation.ledger })(instance)
      await failLostRecords({ idempotency: stores.idempotency })(instance)
    },
    pending: () => settlements.pending(),
  }
}
