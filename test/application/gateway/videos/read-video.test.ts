import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { JOB_LIFE_MS } from '../../../../src/domain/video/video-job.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { unwrap } from '../gateway-stage.ts'
import { CUT, dyingUnitOfWork, FINISHED, TIMED_OUT, videoStage } from './video-stage.ts'

const HELD = { balance: 100_000_000n, held: 20_000_000n }
const FREE = { balance: 100_000_000n, held: 0n }
const PAID = { balance: 80_000_000n, held: 0n }

describeOnDatabases('reading a video', (database) => {
  const open = () => videoStage(database())

  it('charges for the finished video what it is long, once', async () => {
    const stage = await open()
    const { create, read } = stage.instance()
    const { id } = unwrap(await create())
    expect(await stage.sums()).to.deep.equal(HELD)
    expect(unwrap(await read(id)).state.tag).to.equal('in_progress')
    stage.provider.word = right(FINISHED)
    stage.provider.video = [right(sandboxMp4('x', 64, 64, 8))]
    expect(unwrap(await read(id)).state).to.include({ tag: 'completed', seconds: 8, priceMicro: 40_000_000n })
    await read(id)
    expect(await stage.moves()).to.deep.equal(['charge 40000000'])
    expect(stage.provider.calls).to.include({ poll: 2, download: 1 })
    expect(await stage.violations()).to.deep.equal([])
  })

  it('charges no second that the file does not have, whatever its provider reports', async () => {
    const stage = await open()
    const { create, read } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right({ ...FINISHED, seconds: 600 })
    expect(unwrap(await read(id)).state).to.include({ tag: 'completed', seconds: 4, priceMicro: 20_000_000n })
    expect(await stage.sums()).to.deep.equal(PAID)
  })

  it('charges once for 51 callers of three processes at once, and all see the end', async () => {
    const stage = await open()
    const processes = [stage.instance(), stage.instance(), stage.instance()]
    const { id } = unwrap(await stage.instance().create())
    stage.provider.word = right(FINISHED)
    const callers = Array.from({ length: 17 }, () => processes).flat()
    const jobs = await Promise.all(callers.map(({ read }) => read(id)))
    for (const job of jobs) expect(isRight(job) && job.right.state.tag).to.equal('completed')
    expect(await stage.sums()).to.deep.equal(PAID)
    expect(await stage.moves()).to.deep.equal(['charge 20000000'])
  })

  it('asks the provider once for callers of one process that wait at the same time', async () => {
    const stage = await open()
    const process = stage.instance()
    const { id } = unwrap(await process.create())
    const job = await stage.job(id)
    if (job === null) throw new Error('there is no job')
    stage.provider.word = right(FINISHED)
    const jobs = await Promise.all(Array.from({ length: 17 }, () => process.refresh(job)))
    expect(jobs.map(({ state }) => state.tag)).to.deep.equal(jobs.map(() => 'completed'))
    expect(stage.provider.calls.poll).to.equal(1)
  })

  it('survives a process that dies between the provider’s word and our commit', async () => {
    const stage = await open()
    const { id } = unwrap(await stage.instance().create())
    stage.provider.word = right(FINISHED)
    const died = await stage
      .instance(dyingUnitOfWork(database()))
      .read(id)
      .then(
        () => 'lived',
        () => 'died',
      )
    expect(died).to.equal('died')
    expect(await stage.sums()).to.deep.equal(HELD)
    expect(unwrap(await stage.instance().read(id)).state.tag).to.equal('completed')
    expect(await stage.moves()).to.deep.equal(['charge 20000000'])
  })

  it('changes nothing when the state could not be learnt', async () => {
    const stage = await open()
    const { create, read } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = left(TIMED_OUT)
    expect(unwrap(await read(id)).state.tag).to.equal('queued')
    expect(await stage.sums()).to.deep.equal(HELD)
  })

  const whole = sandboxMp4('x', 64, 64, 4)
  const broken = {
    'breaks off': [right(whole.subarray(0, 100)), left(CUT)],
    'is empty': [],
    'ends early without a word': [right(whole.subarray(0, whole.length - 10))],
  }
  for (const [how, video] of Object.entries(broken)) {
    it(`charges nothing for a video that ${how}, and takes it at the next poll`, async () => {
      const stage = await open()
      const { create, read } = stage.instance()
      const { id } = unwrap(await create())
      stage.provider.word = right(FINISHED)
      stage.provider.video = video
      expect(unwrap(await read(id)).state.tag).to.equal('queued')
      expect(await stage.sums()).to.deep.equal(HELD)
      stage.provider.video = [right(whole)]
      expect(unwrap(await read(id)).state.tag).to.equal('completed')
      expect(await stage.sums()).to.deep.equal(PAID)
    })
  }

  it('is not downloaded again at each poll while there is no room to store it, and is taken a minute later', async () => {
    const stage = await open()
    const { put } = stage.media
    let isFull = true
    Object.assign(stage.media, {
      put: async (...given: Parameters<typeof put>) => {
        if (isFull) throw new Error('ENOSPC')
        return put(...given)
      },
    })
    const { create, read } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right(FINISHED)
    expect(await read(id).catch(String)).to.equal('Error: ENOSPC')
    for (let polls = 0; polls < 3; polls += 1) expect(unwrap(await read(id)).state.tag).to.equal('queued')
    expect(stage.provider.calls).to.include({ poll: 1, download: 1 })
    expect(await stage.sums()).to.deep.equal(HELD)
    isFull = false
    stage.clock.nowMs += 60_000
    expect(unwrap(await read(id)).state.tag).to.equal('completed')
    expect(stage.provider.calls).to.include({ poll: 2, download: 2 })
    expect(await stage.sums()).to.deep.equal(PAID)
  })

  it('gives the money back when the provider says that it failed', async () => {
    const stage = await open()
    const { create, read, download } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right({ tag: 'failed', code: 'content_policy_violation', message: 'no' })
    expect(unwrap(await read(id)).state).to.deep.include({ tag: 'failed', progress: 0 })
    stage.provider.word = right(FINISHED)
    expect(unwrap(await read(id)).state.tag).to.equal('failed')
    expect(await stage.sums()).to.deep.equal(FREE)
    expect(await download(id)).to.deep.equal(left({ tag: 'video_not_ready' }))
  })

  it('expires after 24 hours without asking the provider', async () => {
    const stage = await open()
    const { create, read } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right(FINISHED)
    stage.clock.nowMs += JOB_LIFE_MS
    expect(unwrap(await read(id)).state).to.have.nested.property('error.code', 'video_expired')
    expect(stage.provider.calls.poll).to.equal(0)
    expect(await stage.sums()).to.deep.equal(FREE)
  })

  it('never asks a provider or moves a job for the list or the file', async () => {
    const stage = await open()
    const { create, list, download } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right(FINISHED)
    expect(unwrap(await list()).rows.map(({ state }) => state.tag)).to.deep.equal(['queued'])
    expect(await download(id)).to.deep.equal(left({ tag: 'video_not_ready' }))
    expect(stage.provider.calls.poll).to.equal(0)
  })

  it('keeps the file when the provider has lost it, until it expires', async () => {
    const stage = await open()
    const { create, read, download } = stage.instance()
    const { id } = unwrap(await create())
    stage.provider.word = right(FINISHED)
    await read(id)
    stage.provider.word = left(TIMED_OUT)
    const file = unwrap(await download(id))
    const chunks: Uint8Array[] = []
    for await (const chunk of file.read()) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(whole)).to.equal(true)
    stage.clock.nowMs += 30 * 86_400_000 - 1
    expect(isRight(await download(id))).to.equal(true)
    stage.clock.nowMs += 1
    expect(await download(id)).to.deep.equal(left({ tag: 'video_not_found' }))
    expect(unwrap(await read(id)).state.tag).to.equal('completed')
  })
})
