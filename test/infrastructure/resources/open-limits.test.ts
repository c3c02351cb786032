import { expect } from 'chai'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openLimits } from '../../../src/infrastructure/resources/open-limits.ts'

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
})
