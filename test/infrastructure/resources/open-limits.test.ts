import { expect } from 'chai'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openLimits } from '../../../src/infrastructure/resources/open-limits.ts'
import { eventually } from '../../support/eventually.ts'
import { leaveOut, startRedis } from '../../support/servers/redis.ts'

describe('limits whose Redis is away', () => {
  it('count in this process, and one warning names Redis, its variable and its address, never its password', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const limits = openLimits('redis://:hunter2@127.0.0.1:1', log)
    const take = () => limits.limiter.take({ bucket: 'b', limit: 1, windowMs: 60_000 })
    expect([(await take()).allowed, (await take()).allowed]).to.deep.equal([true, false])
    limits.close()
    expect(limits.mode()).to.equal('memory (redis unreachable)')
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('REDIS_URL').and.contain('127.0.0.1:1').and.contain('"warn"')
    expect(lines[0]).not.to.contain('hunter2')
  })

  it('are reported as counted in Redis only after a request was counted there', async () => {
    const limits = openLimits('redis://127.0.0.1:1', createLog('silent', process.stdout))
    await eventually(async () => limits.mode() === 'memory (redis unreachable)')
    limits.close()
  })
})

const HANGING = 'limits whose Redis hangs'

const hanging = (): void => {
  it('are counted in this process after a bounded wait', async () => {
    const redis = await startRedis()
    if (redis === null) throw new Error('redis-server did not start')
    const limits = openLimits(redis.url, createLog('silent', process.stdout))
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
if (probe === null) leaveOut(HANGING)
else describe(HANGING, hanging)
