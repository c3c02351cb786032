import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { eventually } from '../../../support/eventually.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'
import { unwrap, failure } from '../../gateway/gateway-stage.ts'
import { breakingUnitOfWork, REFUSED, UNREACHABLE } from '../../gateway/videos/video-stage.ts'
import { ordered, videoGenerationStage } from './video-generation-stage.ts'
import { outcomeOf } from '../../../support/idempotency/keyed-answers.ts'

const FREE = { balance: 100_000_000n, held: 0n }
const HELD = { balance: 100_000_000n, held: 20_000_000n }

describeOnDatabases('ordering a video for tokens', (database) => {
  const open = (tokens?: bigint) => videoGenerationStage(database(), tokens)
  type Stage = Awaited<ReturnType<typeof open>>

  const expectNothing = async (stage: Stage): Promise<void> => {
    expect(await stage.tokens()).to.deep.equal(FREE)
    expect(await stage.conversations()).to.deep.equal([])
    expect(await stage.violations()).to.deep.equal([])
  }

  it('holds its price and begins its messages, which wait for it', async () => {
    const stage = await open()
    const { id, conversationId } = ordered(await stage.instance().order({ ask: { prompt: 'a red boat\nat sea' } }))
    expect(await stage.tokens()).to.deep.equal(HELD)
    expect(await stage.tokenMoves()).to.deep.equal([])
    const [conversation] = await stage.conversations()
    expect(conversation).to.include({
      id: conversationId,
      title: 'a red boat',
      catalogSlug: 'vendor/video',
      kind: 'video',
    })
    const [question, answer] = await stage.messagesOf(conversationId)
    expect(question).to.include({ role: 'user', content: 'a red boat\nat sea' })
    expect(answer).to.deep.include({ id, role: 'assistant', content: '', replyTo: question?.id, chargedMicro: 0n })
    expect(answer).to.have.nested.property('state.tag', 'pending')
  })

  it('keeps what was sent as its first frame with the question, in the gallery as sent', async () => {
    const stage = await open()
    const bytes = TINY_PNG
    const ask = { firstFrame: { tag: 'bytes', bytes, param: 'image' } } as const
    const { conversationId } = ordered(await stage.instance().order({ ask }))
    const [question] = await stage.messagesOf(conversationId)
    const [asset] = await stage.stores.mediaAssets.listOf(question?.id ?? '')
    expect(asset).to.deep.include({
      mimeType: 'image/png',
      galleryOf: stage.userId,
      sent: true,
      sizeBytes: bytes.length,
    })
  })

  it('answers a repetition with the same bytes and orders no second video', async () => {
    const stage = await open()
    const { order } = stage.instance()
    const key = testId()
    const [first, second] = [unwrap(await order({ key })), unwrap(await order({ key }))]
    expect(second).to.deep.equal({ ...first, replayed: true })
    expect(stage.provider.calls.submit).to.equal(1)
    expect(await stage.tokens()).to.deep.equal(HELD)
  })

  for (const [how, submission] of Object.entries({ refuses: REFUSED, 'cannot be reached': UNREACHABLE })) {
    it(`leaves nothing behind when the provider ${how}, and fails again without asking it`, async () => {
      const stage = await open()
      const { order } = stage.instance()
      stage.provider.submission = left(submission)
      stage.second.submission = left(submission)
      const key = testId()
      expect(outcomeOf(await order({ key }))).to.equal('502')
      const { submit } = stage.provider.calls
      expect(outcomeOf(await order({ key }))).to.equal('502 again')
      expect(stage.provider.calls.submit).to.equal(submit)
      await expectNothing(stage)
    })
  }

  it('that the provider’s wire cannot carry is the fault of its field, and leaves the key free', async () => {
    const stage = await open()
    const { order } = stage.instance()
    stage.provider.submission = left(failure.unsent)
    const key = testId()
    const ask = { parameters: { seed: 1 } }
    for (const time of ['once', 'again']) {
      const answer = await order({ key, ask })
      const refusal = { tag: 'unacceptable_field', path: ['parameters', 'seed'], type: 'unsupported_parameter' }
      expect('left' in answer && answer.left, time).to.deep.include(refusal)
    }
    await expectNothing(stage)
  })

  it('leaves nothing behind when an adapter or the store of files throws', async () => {
    const stage = await open()
    const { order } = stage.instance()
    stage.provider.submission = 'throw'
    const key = testId()
    expect(await order({ key }).catch(() => 'thrown')).to.equal('thrown')
    expect(outcomeOf(await order({ key }))).to.equal('502 again')
    stage.media.put = () => Promise.reject(new Error('the disk is full'))
    const ask = { firstFrame: { tag: 'bytes', bytes: TINY_PNG, param: 'image' } } as const
    expect(await order({ ask }).catch(() => 'thrown')).to.equal('thrown')
    expect(stage.provider.calls.submit).to.equal(1)
    await expectNothing(stage)
  })

  it('is written with its messages and its answer once, however often the write behind the provider breaks', async () => {
    const stage = await open()
    const unitOfWork = breakingUnitOfWork(database(), 'commits', 'breaks', 'commits_unheard')
    const key = testId()
    const first = unwrap(await stage.instance(unitOfWork).order({ key }))
    const { conversationId } = ordered(right(first))
    expect(await stage.messagesOf(conversationId)).to.have.lengthOf(2)
    expect(unwrap(await stage.instance().order({ key }))).to.deep.equal({ ...first, replayed: true })
    expect(stage.provider.calls.submit).to.equal(1)
    expect(await stage.tokens()).to.deep.equal(HELD)
  })

  it('refuses for free what cannot be ordered, and leaves the key for another try', async () => {
    const stage = await open(19_999_999n)
    const { order } = stage.instance()
    const key = testId()
    const archived = await stage.openConversation()
    await stage.stores.conversations.archive(stage.userId, archived, 1)
    const cases = {
      not_found: { task: 'none' },
      not_a_video_task: { task: 'poem' },
      conversation_archived: { conversationId: archived },
      unacceptable_field: { ask: { seconds: 8 } },
      invalid_image: { ask: { firstFrame: { tag: 'bytes', bytes: new Uint8Array(3), param: 'image' } } },
      insufficient_tokens: {},
    } as const
    for (const [outcome, given] of Object.entries(cases)) {
      expect(outcomeOf(await order({ key, ...given })), outcome).to.equal(outcome)
    }
    expect(outcomeOf(await order({ key, conversationId: testId() }))).to.equal('not_found')
    expect(stage.provider.calls.submit).to.equal(0)
    expect(await stage.tokens()).to.deep.equal({ balance: 19_999_999n, held: 0n })
  })

  it('names the field that a refusal is about', async () => {
    const stage = await open()
    const { order } = stage.instance()
    const placeOf = async (ask: NonNullable<Parameters<typeof order>[0]>['ask']) => {
      const answer = await order({ ask })
      return 'left' in answer && 'path' in answer.left ? answer.left.path.join('.') : 'none'
    }
    expect(await placeOf({ seconds: 8 })).to.equal('seconds')
    expect(await placeOf({ size: 'x' })).to.equal('size')
    expect(await placeOf({ parameters: { generate_audio: true } })).to.equal('parameters.generate_audio')
    expect(await placeOf({ parameters: { camera: { fps: 60 } } })).to.equal('parameters.camera')
  })

  it('has too few tokens where others of its own are held', async () => {
    const stage = await open(30_000_000n)
    const { order } = stage.instance()
    ordered(await order())
    expect(outcomeOf(await order())).to.equal('insufficient_tokens')
  })

  describe('while the provider thinks', () => {
    const thinking = async () => {
      const stage = await open()
      const conversationId = await stage.openConversation()
      let answer: () => void = () => undefined
      stage.provider.submit = () =>
        new Promise((resolve) => {
          answer = () => resolve(right({ upstreamJobId: 'late', upstreamRequestId: 'r' }))
        })
      const key = testId()
      const ordering = stage.instance().order({ key, conversationId })
      await eventually(async () => (await stage.tokens()).held > 0n)
      return { stage, conversationId, key, ordering, answer: () => answer() }
    }

    it('keeps its place in a conversation that the user archives in between', async () => {
      const { stage, conversationId, ordering, answer } = await thinking()
      await stage.stores.conversations.archive(stage.userId, conversationId, stage.clock.nowMs)
      answer()
      ordered(await ordering)
      expect(await stage.messagesOf(conversationId)).to.have.lengthOf(2)
    })

    it('answers a repeated request that it is running, and shows the video to no client', async () => {
      const { stage, conversationId, key, ordering, answer } = await thinking()
      const other = stage.instance()
      expect(outcomeOf(await other.order({ key, conversationId }))).to.equal('idempotency_in_progress')
      answer()
      const { id } = ordered(await ordering)
      expect(id).to.be.a('string')
    })

    it('is undone when its claim was marked failed in between: its caller got a failure', async () => {
      const { stage, conversationId, ordering, answer } = await thinking()
      await database()
        .db.updateTable('idempotency_records')
        .set({ state: 'failed', ended_at: new Date() })
        .where('state', '=', 'running')
        .execute()
      answer()
      expect(outcomeOf(await ordering)).to.equal('502')
      expect(await stage.messagesOf(conversationId)).to.deep.equal([])
      expect(await stage.tokens()).to.deep.equal(FREE)
    })

    it('is taken back by the sweep when its process dies, and never shown', async () => {
      const { stage, conversationId } = await thinking()
      const { sweep, endOld, readGeneration } = stage.instance()
      const [job] = await stage.stores.videoJobs.submittingSince(stage.clock.nowMs + 1, 1)
      expect(await readGeneration(job?.id ?? '')).to.deep.equal(left({ tag: 'not_found' }))
      stage.clock.nowMs += 2 * 86_400_000
      expect(await endOld()).to.equal(0)
      expect(await sweep()).to.equal(1)
      expect(await stage.messagesOf(conversationId)).to.deep.equal([])
      expect(await stage.tokens()).to.deep.equal(FREE)
    })
  })
})
