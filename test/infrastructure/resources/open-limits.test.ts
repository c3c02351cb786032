import { expect } from 'chai'
import { Redis } from 'ioredis'
import { StartRefused } from '../../../src/infrastructure/failures/start-refused.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openLimits } from '../../../src/infrastructure/resources/open-limits.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/servers/loopback.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'
import type { OwnRedis } from '../../support/servers/redis.ts'

describe('limits whose Redis is away', () => {
  it('count in this process, and one warning names Redis, its variable and its address, never its password', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const limits = await openLimits('redis://:hunter2@127.0.0.1:1', log)
    const take = () => limits.limiter.take({ bucket: 'b', limit: 1, windowMs: 60_000 })
    expect([(await take()).allowed, (await take()).allowed]).to.deep.equal([true, false])
    limits.close()
    expect(limits.mode()).to.equal('memory (redis unreachable)')
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('REDIS_URL').and.contain('127.0.0.1:1').and.contain('"warn"')
    expect(lines[0]).not.to.contain('hunter2')
  })

  it('are reported as counted in Redis only after a request was counted there', async () => {
    const limits = await openLimits('redis://127.0.0.1:1', createLog('silent', process.stdout))
    await eventually(async () => limits.mode() === 'memory (redis unreachable)')
    limits.close()
  })
})

const UNKNOWN = 'a Redis that does not have the database of REDIS_URL'

const unknown = (): void => {
  let redis: OwnRedis | null = null
  let limits: Awaited<ReturnType<typeof openLimits>> | null = null
  afterEach(async () => {
    limits?.close()
    await redis?.close()
  })

  it('refuses the start in one sentence, which names the variable and the database and not the password', async () => {
    redis = await startRedis()
    const opening = openLimits(`${redis?.url}/99`, createLog('silent', process.stdout))
    const refused: unknown = await opening.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(refused instanceof StartRefused)) throw new Error('the start was not refused')
    expect(refused.message).to.contain('REDIS_URL').and.contain('database 99')
  })

  it('is left alone when it comes back: its database 0 counts nothing, and this process counts by itself', async () => {
    const port = await freePort()
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    limits = await openLimits(`redis://127.0.0.1:${port}/99`, log)
    redis = await startRedis(port)
    const commands = async (): Promise<string> => {
      const inspector = new Redis(port, '127.0.0.1')
      const found = await inspector.info('commandstats')
      inspector.disconnect()
      return found
    }
    // The second refusal shows that the first connection did not go on.
    await eventually(async () => /cmdstat_select:calls=[2-9]/.test(await commands()))
    for (let call = 0; call < 20; call += 1) {
      await limits.limiter.take({ bucket: 'b', limit: 1_000_000, windowMs: 60_000 })
    }
    expect(limits.mode()).to.equal('memory (redis unreachable)')
    expect(await commands()).not.to.contain('evalsha')
    expect(lines.join('')).to.contain('REDIS_URL')
  })
}

const HANGING = 'limits whose Redis hangs'

const hanging = (): void => {
  it('are counted in this process after a bounded wait', async () => {
    const redis = await startRedis()
    if (redis === null) throw new Error('redis-server did not start')
    const limits = await openLimits(redis.url, createLog('silent', process.stdout))
    const isCountedBy = (mode: string): Promise<void> =>
      eventually(async () => {
        await limits.limiter.take({ bucket: 'b', limit: 1_000_000, windowMs: 60_000 })
        return limits.mode() === mode
      })
    try {
      await isCountedBy('redis')
      redis.freeze()
      await isCountedBy('memory (redis unreachable)')
    } finally {
      limits.close()
      await redis.close()
    }
  })
}

const probe = await startRedis()
await probe?.close()
for (const [title, suite] of [
  [UNKNOWN, unknown],
  [HANGING, hanging],
] as const) {
  if (probe === null) leaveOut(title)
  else describe(title, suite)
}
