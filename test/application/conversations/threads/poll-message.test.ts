import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { sweepHolds } from '../../../../src/application/billing/holds/sweep-holds.ts'
import { CLAIM_MS } from '../../../../src/application/ports/providers/video-job-store.ts'
import { JOB_LIFE_MS } from '../../../../src/domain/video/video-job.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { unwrap } from '../../gateway/gateway-stage.ts'
import { dyingUnitOfWork, FINISHED, TIMED_OUT } from '../../gateway/videos/video-stage.ts'
import { ordered, videoGenerationStage } from '../videos/video-generation-stage.ts'

const FREE = { balance: 100_000_000n, held: 0n }
const HELD = { balance: 100_000_000n, held: 20_000_000n }
const PAID = { balance: 80_000_000n, held: 0n }
const NOT_FOUND = left({ tag: 'not_found' })

describeOnDatabases('the video of a message', (database) => {
  const open = async () => {
    const stage = await videoGenerationStage(database())
    const process = stage.instance()
    return { stage, ...process, ...ordered(await process.order()) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const stateOf = async ({ stage, conversationId, id }: Opened): Promise<string> => {
    const message = await stage.stores.messages.find(conversationId, id)
    return message?.role === 'assistant' ? `${message.state.tag} ${message.chargedMicro}` : 'none'
  }

  it('is charged what was agreed when it is finished, and then stands in the message and the gallery', async () => {
    const opened = await open()
    const { stage, poll, readGeneration, conversationId, id } = opened
    expect(unwrap(await readGeneration(id)).job.state.tag).to.equal('in_progress')
    expect(await stateOf(opened)).to.equal('pending 0')
    stage.provider.word = right(FINISHED)
    stage.provider.video = [right(sandboxMp4('x', 64, 48, 8))]
    const { message, media } = unwrap(await poll(conversationId, id))
    expect(message).to.deep.include({ state: { tag: 'done' }, chargedMicro: 20_000_000n })
    expect(media.map(({ asset }) => asset)).to.have.lengthOf(1)
    expect(media[0]?.asset).to.deep.include({ mimeType: 'video/mp4', width: 64, height: 48, seconds: 8 })
    expect(media[0]?.asset).to.include({ galleryOf: stage.userId, ownerId: id, idx: 0 })
    expect(unwrap(await readGeneration(id)).media).to.deep.equal(media)
    await poll(conversationId, id)
    expect(stage.provider.calls).to.include({ poll: 2, download: 1 })
    expect(await stage.tokens()).to.deep.equal(PAID)
    expect(await stage.tokenMoves()).to.deep.equal(['charge 20000000'])
    expect(await stage.violations()).to.deep.equal([])
  })

  it('costs nothing when it fails, and says why', async () => {
    const opened = await open()
    const { stage, poll, readGeneration, conversationId, id } = opened
    stage.provider.word = right({ tag: 'failed', code: 'content_policy_violation', message: 'no' })
    const error = { code: 'content_policy_violation', message: 'no' }
    expect(unwrap(await poll(conversationId, id)).message).to.deep.include({ state: { tag: 'failed', error } })
    stage.provider.word = right(FINISHED)
    expect(unwrap(await readGeneration(id)).job.state).to.deep.include({ tag: 'failed', error })
    expect(await stateOf(opened)).to.equal('failed 0')
    expect(await stage.tokens()).to.deep.equal(FREE)
  })

  it('is charged once for 51 polls, reads and workers of three processes at once, and all see the end', async () => {
    const { stage, conversationId, id } = await open()
    stage.provider.word = right(FINISHED)
    stage.clock.nowMs += JOB_LIFE_MS
    const processes = [stage.instance(), stage.instance(), stage.instance()]
    const callers = Array.from({ length: 17 }, () => processes).flat()
    const seen = await Promise.all(
      callers.map(async ({ poll, readGeneration, endOld }, index) => {
        if (index % 10 === 0) return endOld().then(() => 'done')
        if (index % 2 === 0) return unwrap(await readGeneration(id)).job.state.tag === 'completed' ? 'done' : 'not yet'
        const { message } = unwrap(await poll(conversationId, id))
        return message.role === 'assistant' ? message.state.tag : 'none'
      }),
    )
    expect(new Set(seen)).to.deep.equal(new Set(['done']))
    expect(await stage.tokens()).to.deep.equal(PAID)
    expect(await stage.tokenMoves()).to.deep.equal(['charge 20000000'])
    expect(await stage.stores.mediaAssets.listOf(id)).to.have.lengthOf(1)
  })

  it('survives a process that dies between the provider’s word and our commit', async () => {
    const opened = await open()
    const { stage, conversationId, id } = opened
    stage.provider.word = right(FINISHED)
    const dying = stage.instance(dyingUnitOfWork(database()))
    expect(await dying.poll(conversationId, id).catch(() => 'died')).to.equal('died')
    expect([await stateOf(opened), await stage.tokens()]).to.deep.equal(['pending 0', HELD])
    expect(await stage.stores.mediaAssets.listOf(id)).to.deep.equal([])
    await stage.instance().poll(conversationId, id)
    expect([await stateOf(opened), await stage.tokens()]).to.deep.equal(['done 20000000', PAID])
  })

  it('changes nothing when the state could not be learnt', async () => {
    const opened = await open()
    opened.stage.provider.word = left(TIMED_OUT)
    await opened.poll(opened.conversationId, opened.id)
    expect([await stateOf(opened), await opened.stage.tokens()]).to.deep.equal(['pending 0', HELD])
  })

  describe('that no client polled for a day', () => {
    it('is polled once more by a worker, and charged if it is finished', async () => {
      const opened = await open()
      const { stage, endOld } = opened
      stage.provider.word = right(FINISHED)
      stage.clock.nowMs += JOB_LIFE_MS - 1
      expect(await endOld()).to.equal(0)
      expect(stage.provider.calls.poll).to.equal(0)
      stage.clock.nowMs += 1
      expect(await endOld()).to.equal(1)
      expect([await stateOf(opened), await stage.tokens()]).to.deep.equal(['done 20000000', PAID])
      expect(await endOld()).to.equal(0)
    })

    it('has its tokens held until then, however late the worker comes', async () => {
      const opened = await open()
      const { stage, endOld, id } = opened
      stage.provider.word = right(FINISHED)
      const days = 3
      stage.clock.nowMs += days * JOB_LIFE_MS
      const earlier = sql<Date>`expires_at - make_interval(days => ${days})`
      await database().db.updateTable('holds').set({ expires_at: earlier }).where('id', '=', id).execute()
      await sweepHolds(stage.world)()
      expect(await stage.tokens()).to.deep.equal(HELD)
      expect(await endOld()).to.equal(1)
      expect([await stateOf(opened), await stage.tokens()]).to.deep.equal(['done 20000000', PAID])
    })

    it('is given up if it is not, and its tokens are given back', async () => {
      const opened = await open()
      const { stage, endOld, readGeneration, id } = opened
      stage.clock.nowMs += JOB_LIFE_MS
      expect(await endOld()).to.equal(1)
      expect(unwrap(await readGeneration(id)).job.state).to.have.nested.property('error.code', 'video_expired')
      expect([await stateOf(opened), await stage.tokens()]).to.deep.equal(['failed 0', FREE])
      expect(stage.provider.calls.poll).to.equal(1)
    })

    it('is asked about and ended by one of two workers', async () => {
      const { stage } = await open()
      stage.provider.word = right(FINISHED)
      stage.clock.nowMs += JOB_LIFE_MS
      const ended = await Promise.all([stage.instance().endOld(), stage.instance().endOld()])
      expect(ended.toSorted((one, other) => one - other)).to.deep.equal([0, 1])
      expect(stage.provider.calls.poll).to.equal(1)
      expect(await stage.tokenMoves()).to.deep.equal(['charge 20000000'])
    })

    it('does not keep others waiting when asking about it breaks', async () => {
      const opened = await open()
      const { stage, endOld, order } = opened
      const next = ordered(await order())
      stage.clock.nowMs += JOB_LIFE_MS
      const { poll } = stage.provider
      let asked = 0
      stage.provider.poll = (job) => ((asked += 1) === 1 ? Promise.reject(new Error('a bug')) : poll(job))
      expect(await endOld().catch(() => 'thrown')).to.equal('thrown')
      const messages = [opened, next].map(({ conversationId, id }) => stage.stores.messages.find(conversationId, id))
      const states = (await Promise.all(messages)).map((message) =>
        message?.role === 'assistant' ? message.state.tag : 'none',
      )
      expect(states.toSorted()).to.deep.equal(['failed', 'pending'])
      expect(await endOld()).to.equal(0)
      stage.clock.nowMs += CLAIM_MS
      expect(await endOld()).to.equal(1)
    })

    it('is left for the next worker by one that stops', async () => {
      const { stage, endOld } = await open()
      stage.clock.nowMs += JOB_LIFE_MS
      expect(await endOld(AbortSignal.abort())).to.equal(0)
      expect(stage.provider.calls.poll).to.equal(0)
    })
  })

  it('is unknown to every other user, and to the public gateway', async () => {
    const { stage, poll, readGeneration, conversationId, id, read, list, download, create } = await open()
    const otherUser = testId()
    expect(await readGeneration(id, otherUser)).to.deep.equal(NOT_FOUND)
    expect(await poll(conversationId, id, otherUser)).to.deep.equal(NOT_FOUND)
    for (const [conversation, message] of [
      [conversationId, testId()],
      [testId(), id],
      [await stage.openConversation(), id],
    ] as const) {
      expect(await poll(conversation, message)).to.deep.equal(NOT_FOUND)
    }
    const publicJob = unwrap(await create())
    expect(await readGeneration(publicJob.id)).to.deep.equal(NOT_FOUND)
    expect(isRight(await read(id)) || isRight(await download(id))).to.equal(false)
    expect(unwrap(await list()).rows.map((job) => job.id)).to.deep.equal([publicJob.id])
  })

  it('needs no asking where the message is the user’s own', async () => {
    const { stage, poll, conversationId } = await open()
    const [question] = await stage.messagesOf(conversationId)
    const { message } = unwrap(await poll(conversationId, question?.id ?? ''))
    expect(message).to.deep.equal(question)
    expect(stage.provider.calls.poll).to.equal(0)
  })
})
