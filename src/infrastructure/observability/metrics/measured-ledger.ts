import { isLeft } from 'fp-ts/lib/Either.js'
import type { BatchTransactions } from '../../../adapters/persistence/engine/batch-transactions.ts'
import { wasStale } from '../../../adapters/persistence/ledger/batches/unlocked-batch.ts'
import type { LedgerOptions, OpenLedger } from '../../../adapters/persistence/ledger/group-commit-ledger.ts'
import { systemAccountOf } from '../../../domain/ledger/account.ts'
import type { LedgerCommand, LedgerOutcome, MakeTransfer, OutcomeOf, Settle } from '../../../domain/ledger/command.ts'
import type { Capture } from '../../../domain/ledger/reservation-command.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import { usedFigures } from '../../../domain/ledger/usage/used-figures.ts'
import type { UsedFigure } from '../../../domain/ledger/usage/used-figures.ts'
import type { Currency } from '../../../domain/money/money.ts'
import { OPERATION_NAMES } from './measured-provider.ts'
import type { Figures } from './open-metrics.ts'
import { unitsForMetrics } from './units-for-metrics.ts'

/** The figures of a receipt that are tokens, and what their type is called. */
const TOKEN_TYPES: readonly (readonly [figure: UsedFigure, type: string])[] = [
  ['inputTokens', 'input'],
  ['cachedTokens', 'input_cache_read'],
  ['cacheWriteTokens', 'input_cache_write'],
  ['outputTokens', 'output'],
  ['reasoningTokens', 'output_reasoning'],
]

/** The conventions count input and output, each with its parts. */
const IS_WHOLE: ReadonlySet<string> = new Set(['input', 'output'])

const countTokens = (figures: Figures, { model, kind, deployment, usage }: ReceiptFacts): void => {
  const provider = deployment?.provider ?? 'none'
  const used = usedFigures(usage)
  for (const [name, type] of TOKEN_TYPES) {
    const tokens = used[name]
    if (tokens === 0) continue
    figures.tokens.add(tokens, provider, model, type)
    if (IS_WHOLE.has(type)) figures.genAiTokens.observe(tokens, OPERATION_NAMES[kind], provider, type)
  }
}

const MOVEMENTS: Readonly<Record<MakeTransfer['kind'], string>> = {
  topup: 'topped_up',
  refund: 'refunded',
  bonus: 'bonus',
  adjustment: 'adjusted',
}

const countTransfer = (figures: Figures, { kind, debit, credit, amount }: MakeTransfer): void => {
  const from = systemAccountOf(debit)
  const currency = from?.currency ?? systemAccountOf(credit)?.currency
  if (currency === undefined) return
  // The refund of a top-up takes money out of a wallet, that of a charge brings it back.
  const movement = kind === 'refund' && from === null ? 'top_up_refunded' : MOVEMENTS[kind]
  figures.money.add(unitsForMetrics(amount), currency, movement)
}

const countSettle = (figures: Figures, { receipt }: Settle | Capture, outcome: OutcomeOf<Settle | Capture>): void => {
  if (outcome.tag !== 'settled') return
  const move = (micro: bigint, currency: Currency, movement: string): void =>
    figures.money.add(unitsForMetrics(micro), currency, movement)
  move(outcome.charged, outcome.currency, 'charged')
  move(outcome.writtenOff, outcome.currency, 'written_off')
  if (receipt !== null) countTokens(figures, receipt)
}

const isRepeated = (outcome: LedgerOutcome): boolean => 'fresh' in outcome && !outcome.fresh

/** Money counts once: a command that was carried out before has its earlier outcome, which is no new movement. */
const count = (figures: Figures, command: LedgerCommand, outcome: LedgerOutcome): void => {
  figures.ledgerCommands.add(1, command.tag, outcome.tag)
  if (isRepeated(outcome)) return
  switch (command.tag) {
    case 'settle':
    case 'capture':
      return countSettle(figures, command, outcome as OutcomeOf<Settle | Capture>)
    case 'transfer':
      return outcome.tag === 'transferred' ? countTransfer(figures, command) : undefined
    case 'place_hold':
      return outcome.tag === 'held' ? undefined : figures.holdsRefused.add(1, outcome.tag)
    case 'release':
    case 'reserve':
    case 'give_back':
      return undefined
  }
}

/** What a ledger tells of the commands that are submitted to it. They count when they are durable. */
export const countedCommands = (figures: Figures): Required<Pick<LedgerOptions, 'onBatch' | 'onAnswer'>> => ({
  onBatch: (commands) => figures.ledgerBatch.observe(commands),
  onAnswer: (command, answer) => {
    if (answer === null) figures.ledgerCommands.add(1, command.tag, 'exception')
    else if (isLeft(answer)) figures.ledgerCommands.add(1, command.tag, answer.left.tag)
    else count(figures, command, answer.right)
  },
})

/** The same ledger; commands of a unit of work count when it has committed. */
export const measuredLedger = (ledger: OpenLedger, figures: Figures): OpenLedger => ({
  ...ledger,
  within: (transaction) => {
    const followed = ledger.within(transaction)
    const applied: (readonly [LedgerCommand, LedgerOutcome])[] = []
    return {
      apply: async (command) => {
        const outcome = await followed.apply(command)
        applied.push([command, outcome])
        return outcome
      },
      committed: () => {
        followed.committed()
        for (const [command, outcome] of applied) count(figures, command, outcome)
      },
    }
  },
})

/** The same transactions, each of which is timed; those are counted for which the cached rows were out of date. */
export const measuredBatches = (batches: BatchTransactions, figures: Figures): BatchTransactions => {
  const timed = async <A>(run: () => Promise<A>): Promise<A> => {
    const startedMs = performance.now()
    try {
      return await run()
    } finally {
      figures.ledgerCommit.observe((performance.now() - startedMs) / 1000)
    }
  }
  return {
    run: (reads, decide) => timed(() => batches.run(reads, decide)),
    write: (statement) =>
      timed(() => batches.write(statement)).catch((error: unknown) => {
        if (wasStale(error)) figures.ledgerStale.add(1)
        throw error
      }),
  }
}
