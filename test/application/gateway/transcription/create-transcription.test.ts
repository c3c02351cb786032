import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { createTranscription } from '../../../../src/application/gateway/transcription/create-transcription.ts'
import type { CreateTranscriptionInput } from '../../../../src/application/gateway/transcription/create-transcription.ts'
import type { WalletStore } from '../../../../src/application/ports/billing/wallet-store.ts'
import type { AudioProbe } from '../../../../src/application/ports/media/audio-probe.ts'
import type {
  TranscriptionCall,
  TranscriptionProvider,
} from '../../../../src/application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import type { TranscriptionUsage } from '../../../../src/domain/transcription/usage.ts'
import {
  countedTranscriptionModel,
  transcriptionModel,
  transcriptionRequest,
} from '../../../support/media/recordings.ts'
import { exactHolds } from '../../../support/ledger/exact-holds.ts'
import { memoryWallets } from '../../../twins/billing/wallets.ts'
import { failure, KEY, shortBy, stage, unwrap, WALLET } from '../gateway-stage.ts'

const FULL = 100_000_000n

const transcript = (text: string) => ({
  text,
  language: null,
  languages: null,
  segments: null,
  words: null,
  spoken: null,
  logprobs: null,
})

interface Fake extends TranscriptionProvider {
  readonly calls: TranscriptionCall[]
}

/** Hands over its pieces where it is asked to, then answers with them or fails. */
const provider = (
  pieces: readonly string[],
  end: UpstreamFailure | TranscriptionUsage | null = { tag: 'duration', seconds: 2 },
): Fake => {
  const calls: TranscriptionCall[] = []
  return {
    calls,
    transcribe: async (call) => {
      calls.push(call)
      if (call.onPiece !== undefined) for (const piece of pieces) call.onPiece(piece)
      if (end !== null && end.tag !== 'duration' && end.tag !== 'tokens') return left(end)
      return right({ transcript: transcript(pieces.join('')), usage: end, upstreamRequestId: 'up-1' })
    },
  }
}

const probe = (seconds: number | null): AudioProbe => ({
  lengthOf: async () => right({ seconds, bitsPerSecond: null, packedSeconds: null }),
})

interface SetOptions {
  readonly balance?: bigint
  readonly wallets?: Pick<WalletStore, 'find'>
  readonly isReserved?: boolean
}

const set = (
  providers: readonly Fake[],
  lengths: AudioProbe = probe(2.5),
  model = transcriptionModel(),
  { balance = FULL, wallets, isReserved = false }: SetOptions = {},
) => {
  const on = stage([], { models: [model], balance })
  const names = ['first', 'second']
  const create = createTranscription({
    ...on.deps,
    providers: new Map(providers.map((each, index) => [names[index] ?? '', each])),
    wallets: wallets ?? memoryWallets(on.memory.wallets),
    reservations: { ...exactHolds, isReservedFor: () => isReserved },
    probe: lengths,
  })
  const principal = { userId: 'u', walletId: WALLET, keyId: KEY, tokensPerMinute: null, allowedModels: null }
  const ask = (over: Partial<CreateTranscriptionInput> = {}) =>
    create({ principal, request: transcriptionRequest(), ...over })
  return { ...on, ask }
}

describe('a call for a transcription', () => {
  it('is held before the provider is asked and charged by its count after the answer was delivered', async () => {
    const on = set([provider(['Hello'])])
    const metered = unwrap(await on.ask())
    expect(metered.answer).to.deep.include({ transcript: transcript('Hello'), seconds: 2.5, priceMicro: 200_000n })
    expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'held'])
    metered.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - 200_000n)
    expect(on.hold().receipt).to.deep.include({
      kind: 'transcription',
      outcome: 'succeeded',
      usage: { seconds: 2 },
      estimated: false,
    })
  })

  const free: readonly (readonly [string, UpstreamFailure, string])[] = [
    ['refuses', failure.refusedContent, 'upstream_refused_content'],
    ['fails', failure.serverError, 'upstream_error'],
    ['is cut', failure.cut, 'upstream_error'],
    ['is silent', failure.timedOut, 'upstream_timeout'],
    ['rejects it', failure.rejected, 'unsupported_parameter'],
  ]
  for (const [name, end] of free) {
    it(`costs nothing when the provider ${name}, also after its first words`, async () => {
      const second = provider(['again'])
      const heard: unknown[] = []
      const on = set([provider(['Hel'], end), second])
      const outcome = await on.ask({ onPiece: (piece) => heard.push(piece) })
      expect(isLeft(outcome)).to.equal(true)
      expect(heard).to.deep.equal(['Hel'])
      expect(second.calls.length).to.equal(0)
      await on.settlements.drain()
      expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'released'])
      const reason = name === 'refuses' ? 'refused' : 'upstream_failed'
      expect([on.hold().releaseReason, on.hold().receipt?.outcome]).to.deep.equal([reason, reason])
    })
  }

  it('goes on to the next provider when the first turns it away, but not after the first words', async () => {
    const ready = provider(['Hello'])
    const on = set([provider([], failure.rateLimited), ready])
    const heard: unknown[] = []
    const { answer } = unwrap(await on.ask({ onPiece: (piece) => heard.push(piece) }))
    expect([answer.transcript.text, heard]).to.deep.equal(['Hello', ['Hello']])
    const spoken = set([provider(['Hel'], failure.rateLimited), provider(['Hello'])])
    expect(isLeft(await spoken.ask({ onPiece: () => undefined }))).to.equal(true)
  })

  it('asks for words as they come only of a model whose providers stream', async () => {
    for (const streams of [true, false]) {
      const asked = provider(['Hello'])
      unwrap(await set([asked], probe(1), transcriptionModel({ streams })).ask({ onPiece: () => undefined }))
      expect(asked.calls[0]?.onPiece !== undefined).to.equal(streams)
    }
  })

  it('is refused before anything is held where the length of the file cannot be read or believed', async () => {
    for (const seconds of [null, 0, 1_000_000]) {
      const asked = provider(['Hello'])
      const on = set([asked], probe(seconds))
      const outcome = await on.ask()
      expect(isLeft(outcome) && outcome.left).to.include({ tag: 'invalid_audio', param: 'file' })
      expect(asked.calls.length).to.equal(0)
      expect(on.balance()).to.equal(FULL)
    }
  })

  /** A probe that notes whose files it was given. */
  const notingProbe = () => {
    const callers: string[] = []
    const lengths: AudioProbe = {
      lengthOf: (file, caller) => {
        callers.push(caller)
        return probe(2.5).lengthOf(file, caller)
      },
    }
    return { callers, lengths }
  }

  it('is refused for money before its file is read where the wallet has less than the shortest recording costs', async () => {
    const { callers, lengths } = notingProbe()
    const on = set([], lengths, undefined, { balance: 99_999n })
    expect(await on.ask()).to.deep.equal(
      shortBy('insufficient_balance', [100_000n, 0n, 99_999n], { bound: 'at_least' }),
    )
    const suspended = set([], lengths)
    suspended.memory.wallets.set(WALLET, { ...suspended.memory.wallets.get(WALLET)!, suspended: true })
    expect(await suspended.ask()).to.deep.equal(left({ tag: 'top_up_required' }))
    expect(callers).to.deep.equal([])
  })

  it('is read, in the share of its wallet, where the wallet has as much or is not known, or the key has reserved money', async () => {
    const { callers, lengths } = notingProbe()
    const away = { find: () => Promise.reject(new Error('the database is away')) }
    for (const options of [{ balance: 100_000n }, { balance: 0n, wallets: away }, { balance: 0n, isReserved: true }]) {
      const outcome = await set([], lengths, undefined, options).ask()
      expect(isLeft(outcome) && outcome.left)
        .to.include({ tag: 'insufficient_balance' })
        .and.not.have.nested.property('shortage.bound')
    }
    expect(callers).to.deep.equal([WALLET, WALLET, WALLET])
  })

  it('is read where money came in while the wallet was read, and nothing of that stays held', async () => {
    const poor = {
      id: WALLET,
      owner: 'u',
      currency: 'RUB',
      balance: 0n,
      held: 0n,
      reserved: 0n,
      suspended: false,
    } as const
    const on = set([provider(['Hello'])], probe(2.5), undefined, { wallets: { find: async () => poor } })
    const { delivered } = unwrap(await on.ask())
    delivered()
    await on.settlements.drain()
    expect(on.memory.wallets.get(WALLET)).to.include({ balance: FULL - 200_000n, held: 0n })
  })

  it('is refused as overload where too many files are being read', async () => {
    const outcome = await set([provider([])], { lengthOf: async () => left({ tag: 'overloaded' }) }).ask()
    expect(isLeft(outcome) && outcome.left.tag).to.equal('overloaded')
  })

  it('never costs more than its hold where the provider counts more than the file says', async () => {
    const on = set([provider(['Hello'], { tag: 'duration', seconds: 40_000 })])
    const { answer, delivered } = unwrap(await on.ask())
    const { amount } = on.hold()
    expect(answer.priceMicro).to.equal(amount)
    delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - amount)
  })

  it('is charged for the words that were written where the provider counts nothing, and not for the most it might be', async () => {
    const on = set([provider(['Hello'], null)], probe(2.5), countedTranscriptionModel())
    const { answer, delivered } = unwrap(await on.ask())
    // Three seconds begun of ten tokens each, and the five letters, which the counter of this stage takes for tokens.
    expect(answer.usage).to.deep.equal({ tag: 'tokens', audioTokens: 30, textTokens: 0, outputTokens: 5 })
    delivered()
    await on.settlements.drain()
    expect(on.hold().receipt).to.deep.include({ estimated: true })
    expect(on.balance()).to.equal(FULL - answer.priceMicro)
  })
})
