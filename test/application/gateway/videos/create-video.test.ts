import { expect } from 'chai'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import { rejects, testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { shortBy, unwrap } from '../gateway-stage.ts'
import { breakingUnitOfWork, REFUSED, TIMED_OUT, UNREACHABLE, videoStage } from './video-stage.ts'

const FREE = { balance: 100_000_000n, held: 0n }

describeOnDatabases('ordering a video', (database) => {
  const open = (balance?: bigint) => videoStage(database(), balance)

  it('goes on to the next provider only when the first one surely has nothing', async () => {
    const stage = await open()
    stage.provider.submission = left(UNREACHABLE)
    const job = unwrap(await stage.instance().create())
    expect(job.upstream?.deployment.provider).to.equal('second')
    expect(job.attempts.map(({ outcome }) => outcome)).to.deep.equal(['unreachable', 'answered'])
    expect(await stage.job(job.id)).to.deep.equal(job)
  })

  it('leaves nothing behind when no provider takes it', async () => {
    const stage = await open()
    const { create, list } = stage.instance()
    stage.provider.submission = left(TIMED_OUT)
    expect(await create()).to.deep.equal(left({ tag: 'upstream_timeout', mayHaveWorked: true }))
    expect(stage.second.calls.submit).to.equal(0)
    expect(unwrap(await list()).rows).to.deep.equal([])
    expect(await stage.sums()).to.deep.equal(FREE)
  })

  it('leaves nothing behind when an adapter throws', async () => {
    const stage = await open()
    const { create, list } = stage.instance()
    stage.provider.submission = 'throw'
    expect(await create().catch(() => 'thrown')).to.equal('thrown')
    expect(unwrap(await list()).rows).to.deep.equal([])
    expect(await stage.sums()).to.deep.equal(FREE)
  })

  it('fails the job when the provider refuses the content at once', async () => {
    const stage = await open()
    stage.provider.submission = left(REFUSED)
    const job = unwrap(await stage.instance().create())
    expect(job.state).to.have.nested.property('error.code', 'content_policy_violation')
    expect(await stage.sums()).to.deep.equal(FREE)
    expect(unwrap(await stage.instance().read(job.id)).state.tag).to.equal('failed')
  })

  it('asks no provider for what the wallet cannot pay', async () => {
    const stage = await open(19_999_999n)
    expect(await stage.instance().create()).to.deep.equal(
      shortBy('insufficient_balance', [20_000_000n, 0n, 19_999_999n]),
    )
    expect(stage.provider.calls.submit).to.equal(0)
    const busy = await open(30_000_000n)
    const { create } = busy.instance()
    expect(isRight(await create())).to.equal(true)
    expect(await create()).to.have.nested.property('left.tag', 'balance_held')
  })

  it('makes one job of one operation, however often it is asked', async () => {
    const stage = await open()
    const operationId = testId()
    const job = unwrap(await stage.instance().create({ operationId }))
    expect(unwrap(await stage.instance().create({ operationId }))).to.deep.equal(job)
    expect(stage.provider.calls.submit).to.equal(1)
    expect((await stage.sums()).held).to.equal(20_000_000n)
  })

  describe('by a process that dies while it hands the job over', () => {
    /** The provider has the job, the process never hears of it. */
    const orphaned = async () => {
      const stage = await open()
      const operationId = testId()
      stage.provider.submit = () => new Promise(() => undefined)
      void stage.instance().create({ operationId })
      await eventually(async () => (await stage.job(operationId)) !== null)
      return { stage, operationId }
    }

    it('is never handed over again: the sweep gives the money back', async () => {
      const { stage, operationId } = await orphaned()
      const { read, sweep, list } = stage.instance()
      expect(unwrap(await read(operationId)).state.tag).to.equal('submitting')
      expect(unwrap(await list()).rows).to.deep.equal([])
      expect(await sweep()).to.equal(0)
      stage.clock.nowMs += 60_001
      expect(await sweep()).to.equal(1)
      expect(await sweep()).to.equal(0)
      expect(await stage.job(operationId)).to.equal(null)
      expect(await stage.sums()).to.deep.equal(FREE)
      expect(stage.provider.calls.poll).to.equal(0)
    })

    it('is given up at once where its process is known to be dead', async () => {
      const { stage } = await orphaned()
      expect(await stage.instance().sweepLost('another')).to.equal(1)
      expect(await stage.sums()).to.deep.equal(FREE)
    })

    it('fails for a client that asks again under the same key', async () => {
      const { stage, operationId } = await orphaned()
      const again = await stage.instance().create({ operationId })
      expect(isLeft(again) && again.left).to.deep.equal({ tag: 'upstream_error', mayHaveWorked: true })
      expect(await stage.sums()).to.deep.equal(FREE)
    })

    it('is never handed over under the same key after the sweep: its money has gone back, and nothing is held', async () => {
      const { stage, operationId } = await orphaned()
      let asked = 0
      stage.provider.submit = async () => {
        asked += 1
        return right({ upstreamJobId: 'again', upstreamRequestId: null })
      }
      stage.clock.nowMs += 60_001
      expect(await stage.instance().sweep()).to.equal(1)
      for (const time of ['once', 'again']) {
        const answer = await stage.instance().create({ operationId })
        expect(isLeft(answer) && answer.left, time).to.deep.equal({ tag: 'upstream_error', mayHaveWorked: true })
      }
      expect([asked, stage.second.calls.submit]).to.deep.equal([0, 0])
      expect(await stage.job(operationId)).to.equal(null)
      expect(await stage.sums()).to.deep.equal(FREE)
      expect(await stage.violations()).to.deep.equal([])
    })

    it('fails by its own GET once the submission must be dead', async () => {
      const { stage, operationId } = await orphaned()
      stage.clock.nowMs += 60_000
      expect(unwrap(await stage.instance().read(operationId)).state).to.include({ tag: 'failed' })
      expect(await stage.sums()).to.deep.equal(FREE)
    })
  })

  describe('whose row cannot be written, or not be seen to be', () => {
    const hurt = ['breaks', 'commits_unheard', 'breaks'] as const

    it('is written as soon as it can be, and handed over once', async () => {
      const stage = await open()
      for (const endings of [hurt.slice(0, 1), hurt.slice(1, 2), hurt]) {
        const job = unwrap(await stage.instance(breakingUnitOfWork(database(), 'commits', ...endings)).create())
        expect(job, endings.join()).to.have.nested.property('upstream.jobId', 'up-1')
        expect(await stage.job(job.id)).to.deep.equal(job)
      }
      expect(stage.provider.calls.submit).to.equal(3)
      expect(await stage.sums()).to.deep.equal({ balance: 100_000_000n, held: 60_000_000n })
      expect(await stage.violations()).to.deep.equal([])
    })

    it('gives its money back as soon as it can be written that no provider took it', async () => {
      const stage = await open()
      for (const provider of [stage.provider, stage.second]) provider.submission = left(UNREACHABLE)
      const unitOfWork = breakingUnitOfWork(database(), 'commits', ...hurt)
      expect(isLeft(await stage.instance(unitOfWork).create())).to.equal(true)
      expect(await stage.sums()).to.deep.equal(FREE)
    })

    it('is found refused where its provider refused the content', async () => {
      const stage = await open()
      stage.provider.submission = left(REFUSED)
      for (const endings of [hurt.slice(0, 1), hurt.slice(1, 2)]) {
        const unitOfWork = breakingUnitOfWork(database(), 'commits', ...endings)
        expect(unwrap(await stage.instance(unitOfWork).create()).state, endings.join()).to.include({ tag: 'failed' })
      }
      expect(await stage.sums()).to.deep.equal(FREE)
    })

    it('is taken back where its caller got a failure, although its money was held', async () => {
      const stage = await open()
      const operationId = testId()
      const unitOfWork = breakingUnitOfWork(database(), 'commits_unheard', 'breaks')
      expect(await rejects(stage.instance(unitOfWork).create({ operationId }))).to.equal(true)
      await eventually(async () => (await stage.job(operationId)) === null)
      expect(await stage.sums()).to.deep.equal(FREE)
      expect(stage.provider.calls.submit).to.equal(0)
    })

    it('is left to the sweep where it cannot be written for long', async () => {
      const stage = await open()
      const operationId = testId()
      const unitOfWork = breakingUnitOfWork(
        database(),
        'commits',
        ...Array.from({ length: 7 }, () => 'breaks' as const),
      )
      expect(await rejects(stage.instance(unitOfWork).create({ operationId }))).to.equal(true)
      stage.clock.nowMs += 60_001
      expect(await stage.instance().sweep()).to.equal(1)
      expect(await stage.sums()).to.deep.equal(FREE)
    })
  })

  it('is not taken by a late provider once it was given up', async () => {
    const stage = await open()
    const operationId = testId()
    let answer: (
      value: ReturnType<typeof right<never, { upstreamJobId: string; upstreamRequestId: null }>>,
    ) => void = () => undefined
    stage.provider.submit = () => new Promise((resolve) => (answer = resolve))
    const creating = stage.instance().create({ operationId })
    await eventually(async () => (await stage.job(operationId)) !== null)
    stage.clock.nowMs += 60_001
    await stage.instance().sweep()
    answer(right({ upstreamJobId: 'late', upstreamRequestId: null }))
    expect(await creating).to.deep.equal(left({ tag: 'upstream_error', mayHaveWorked: true }))
    expect(await stage.sums()).to.deep.equal(FREE)
  })
})
