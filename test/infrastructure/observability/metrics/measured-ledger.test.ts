import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { OpenLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import {
  countedCommands,
  measuredBatches,
  measuredLedger,
} from '../../../../src/infrastructure/observability/metrics/measured-ledger.ts'
import type { ReceiptFacts, UsageFigures } from '../../../../src/domain/ledger/receipt-facts.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import {
  giveBackCommand,
  holdCommand,
  receiptOf,
  refundCommand,
  settleCommand,
  topUpCommand,
} from '../../../support/ledger/ledger-commands.ts'
import { makeWalletIn } from '../../../support/ledger/ledger-worlds.ts'
import { figuresOf } from '../../../support/samples.ts'
import { freshDatabase } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'

const RUB = 1_000_000n

const RECEIPT = receiptOf({
  deployment: { provider: 'scripted', upstreamModel: 'm' },
  usage: { prompt_tokens: 10, cached_tokens: 4, completion_tokens: 3, reasoning_tokens: 0 },
})

describe('a measured ledger', () => {
  let database: TestDatabase
  const opened: OpenLedger[] = []
  before(async () => (database = await freshDatabase('postgresql')))
  after(async () => {
    await Promise.all(opened.map((ledger) => ledger.close()))
    await database.close()
  })

  const open = async () => {
    const metrics = openMetrics()
    const batches = measuredBatches(database.open.batches, metrics.metrics)
    const plain = openLedger(batches, countedCommands(metrics.metrics))
    const ledger = measuredLedger(plain, metrics.metrics)
    opened.push(ledger)
    const walletId = await makeWalletIn(database)
    return { ledger, walletId, figures: (name: string) => figuresOf(metrics.expose(), name) }
  }

  it('counts every movement of money once, however often its command comes', async () => {
    const { ledger, walletId, figures } = await open()
    const topUp = topUpCommand(walletId, 100n * RUB)
    const hold = holdCommand(walletId, 10n * RUB)
    const settle = settleCommand(hold, 7n * RUB, { receipt: RECEIPT })
    for (const command of [topUp, hold, settle]) {
      await ledger.submit(command)
      await ledger.submit(command)
    }
    await ledger.submit(refundCommand(walletId, hold.holdId, 2n * RUB))
    await ledger.submit(giveBackCommand(walletId, topUp.transferId, 5n * RUB))
    expect(figures('gateway_money_total')).to.deep.equal({
      'RUB topped_up': 100,
      'RUB charged': 7,
      'RUB written_off': 0,
      'RUB refunded': 2,
      'RUB top_up_refunded': 5,
    })
    expect(figures('gateway_tokens_total')).to.deep.equal({
      'scripted sandbox/echo input': 10,
      'scripted sandbox/echo input_cache_read': 4,
      'scripted sandbox/echo output': 3,
    })
    expect(figures('gen_ai_client_token_usage_sum')).to.deep.equal({
      'chat scripted input': 10,
      'chat scripted output': 3,
    })
    expect(figures('gateway_ledger_commands_total')).to.deep.include({ 'settle settled': 2, 'place_hold held': 2 })
  })

  it('counts the tokens of every kind of work, as the usage does', async () => {
    const { ledger, walletId, figures } = await open()
    await ledger.submit(topUpCommand(walletId, 100n * RUB))
    const works: readonly (readonly [ReceiptFacts['kind'], UsageFigures])[] = [
      ['embedding', { inputs: 1, prompt_tokens: 7, total_tokens: 7 }],
      ['image', { images: 1, input_text_tokens: 20, input_image_tokens: 3, output_tokens: 100 }],
      ['speech', { characters: 9, tokens: { prompt_tokens: 5, completion_tokens: 50 } }],
      ['transcription', { input_audio_tokens: 30, input_text_tokens: 4, output_tokens: 8 }],
      ['video', { seconds: 4 }],
    ]
    for (const [kind, usage] of works) {
      const hold = holdCommand(walletId, RUB)
      await ledger.submit(hold)
      await ledger.submit(settleCommand(hold, RUB, { receipt: { ...RECEIPT, kind, usage } }))
    }
    expect(figures('gen_ai_client_token_usage_sum')).to.deep.equal({
      'embeddings scripted input': 7,
      'image_generation scripted input': 23,
      'image_generation scripted output': 100,
      'speech scripted input': 5,
      'speech scripted output': 50,
      'transcription scripted input': 34,
      'transcription scripted output': 8,
    })
    const all = { 'scripted sandbox/echo input': 69, 'scripted sandbox/echo output': 158 }
    expect(figures('gateway_tokens_total')).to.deep.equal(all)
  })

  it('counts what the house bears, and each refused hold by its reason', async () => {
    const { ledger, walletId, figures } = await open()
    await ledger.submit(topUpCommand(walletId, 3n * RUB))
    const hold = holdCommand(walletId, 3n * RUB)
    await ledger.submit(hold)
    await ledger.submit(holdCommand(walletId, RUB))
    await ledger.submit(settleCommand(hold, 5n * RUB))
    await ledger.submit(holdCommand(walletId, RUB))
    expect(figures('gateway_money_total')).to.deep.include({ 'RUB charged': 3, 'RUB written_off': 2 })
    expect(figures('gateway_holds_refused_total')).to.deep.equal({ insufficient: 1, suspended: 1 })
  })

  it('counts what a unit of work moved when it has committed, and nothing that was rolled back', async () => {
    const { ledger, walletId, figures } = await open()
    const unitOfWork = kyselyUnitOfWork(database.db, ledger)
    const credit = (isKept: boolean) =>
      unitOfWork.transact(async ({ ledger: within }) => {
        await within.apply(topUpCommand(walletId, RUB, { reference: { kind: 'topup', id: randomUUID() } }))
        return isKept ? right(null) : left(null)
      })
    await credit(false)
    expect(figures('gateway_money_total')).to.deep.equal({})
    await credit(true)
    expect(figures('gateway_money_total')).to.deep.equal({ 'RUB topped_up': 1 })
  })

  it('tells how many commands shared a commit, and times each commit', async () => {
    const { ledger, walletId, figures } = await open()
    await Promise.all(Array.from({ length: 5 }, () => ledger.submit(holdCommand(walletId, RUB))))
    expect(figures('gateway_ledger_batch_commands_sum')).to.deep.equal({ '': 5 })
    expect(figures('gateway_ledger_batch_commands_count')).to.deep.equal({ '': 1 })
    expect(figures('gateway_ledger_commit_seconds_count')['']).to.be.above(0)
  })

  it('counts a commit that it decided again, because another process had changed the wallet', async () => {
    const [here, elsewhere] = [await open(), await open()]
    const { walletId, ledger, figures } = here
    await ledger.submit(topUpCommand(walletId, 10n * RUB))
    await ledger.submit(holdCommand(walletId, RUB))
    expect(figures('gateway_ledger_stale_batches_total')).to.deep.equal({ '': 0 })
    await elsewhere.ledger.submit(holdCommand(walletId, RUB))
    await ledger.submit(holdCommand(walletId, RUB))
    expect(figures('gateway_ledger_stale_batches_total')).to.deep.equal({ '': 1 })
    expect(elsewhere.figures('gateway_ledger_stale_batches_total')).to.deep.equal({ '': 0 })
  })

  it('counts a command that the ledger could not take by the reason', async () => {
    const { ledger, walletId, figures } = await open()
    await ledger.close()
    await ledger.submit(holdCommand(walletId, RUB))
    expect(figures('gateway_ledger_commands_total')).to.deep.equal({ 'place_hold ledger_unavailable': 1 })
  })
})
