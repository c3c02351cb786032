import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { execPath } from 'node:process'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import type { Log } from '../../../src/infrastructure/observability/logging.ts'
import { scrub } from '../../../src/infrastructure/observability/scrub.ts'

const KEY = 'sk-aiagg-AbCdEf0123456789AbCdEf0123456789AbCdEf01234'
const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

const recorded = (write: (log: Log) => void): string => {
  const lines: string[] = []
  write(createLog('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

describe('log', () => {
  it('is JSON lines with a level word, an ISO time and the message', () => {
    const record: unknown = JSON.parse(recorded((log) => log.warn({ status: 402, ms: 12 }, 'answered')))
    expect(record).to.include({ level: 'warn', status: 402, ms: 12, msg: 'answered' })
    expect(record)
      .to.have.property('time')
      .that.matches(/^\d{4}-\d\d-\d\dT/)
  })

  it('keeps keys, tokens and passwords out of every corner of a record', () => {
    const cause = Object.assign(new Error(`upstream sent ${KEY}`), { request: { headers: { authorization: JWT } } })
    const text = recorded((log) => {
      log.info({ headers: { Authorization: `Bearer ${KEY}`, Cookie: 'sid=hunter2', 'x-api-key': 'hunter2' } }, 'in')
      log.info({ a: { b: { c: [{ d: { password: 'hunter2', new_password: 'hunter2', refreshToken: 'hunter2' } }] } } })
      log.error(new Error(`refused ${KEY}`, { cause }))
      log.error({ err: new AggregateError([new Error(`Bearer ${JWT}`)], 'all failed') })
      log.info('key %s and %j', KEY, { nested: KEY })
      log.info({ url: 'postgres://gateway:hunter2@db:5432/x', note: `Authorization: Bearer ${JWT}` }, `got ${KEY}`)
      log
        .child({ apiKey: 'hunter2', user: 'u1' })
        .child({ session: { token: 'hunter2' } })
        .info('from a child')
    })
    expect(text.trim().split('\n')).to.have.length(7)
    for (const secret of ['hunter2', 'sk-aiagg-Ab', 'eyJ', 'c2lnbmF0dXJl']) expect(text).to.not.contain(secret)
    expect(text).to.contain('"user":"u1"').and.contain('refused [redacted]').and.contain('upstream sent [redacted]')
  })

  it('has nothing that a terminal obeys, wherever a client has written it', () => {
    const path = '/v1/\u009b2J\u009d0;x\u0007\u202e'
    const text = recorded((log) => {
      log.info({ path }, `asked for ${path}`)
      log.child({ path }).error({ err: new Error(path) }, 'failed')
    })
    expect(text.replaceAll('\n', '')).to.not.match(/[\p{Cc}\p{Cf}]/u)
    const [first = ''] = text.split('\n')
    expect(JSON.parse(first)).to.include({ path, msg: `asked for ${path}` })
  })

  it('keeps prompts and answers out', () => {
    const text = recorded((log) =>
      log.info({ request: { model: 'a/b', messages: [{ role: 'user', content: 'my diary' }], prompt: 'my diary' } }),
    )
    expect(text).to.not.contain('diary')
    expect(text).to.contain('"model":"a/b"')
  })

  it('survives cycles, bytes, bigints and dates', () => {
    const loop: Record<string, unknown> = { micro: 12n, at: new Date(0), bytes: new Uint8Array(3) }
    loop['self'] = loop
    expect(scrub(loop)).to.include({ micro: '12', at: '1970-01-01T00:00:00.000Z', bytes: '[3 bytes]' })
    expect(recorded((log) => log.info(loop, 'loop'))).to.contain('"msg":"loop"')
  })

  it('leaves ordinary words unchanged', () => {
    const words = {
      method: 'POST',
      path: '/v1/chat/completions',
      model: 'openai/gpt-6-luna',
      id: 'risk-adjusted-basis',
    }
    expect(scrub(words)).to.deep.equal(words)
  })

  /** What a process does that logs so many lines and then does `end`. */
  const logging = (lines: number, end: string): readonly string[] => {
    const file = resolve(import.meta.dirname, '../../../src/infrastructure/observability/logging.ts')
    const script = `
      const { openLogging } = await import(${JSON.stringify(file)})
      const { log, flush } = openLogging('info')
      for (let n = 0; n < ${lines}; n += 1) log.info({ n }, 'line')
      ${end}`
    return ['--input-type=module', '-e', script]
  }

  const linesLeft = (lines: number, end: string): readonly string[] => {
    const { stdout } = spawnSync(execPath, logging(lines, end), { encoding: 'utf8' })
    return stdout.split('\n').filter((line) => line !== '')
  }

  it('has every line on standard output once it was flushed, even when the process is ended at once', () => {
    expect(linesLeft(2_000, 'flush(); process.exit(0)')).to.have.length(2_000)
  })

  it('has every line there when an exception ends the process', () => {
    expect(linesLeft(2_000, 'throw new Error("a defect")')).to.have.length(2_000)
  })

  it('has a line there soon, however few they are', () => {
    expect(linesLeft(1, 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 1_000)')).to.have.length(1)
  })

  const FULL = '/dev/full'

  it('ends no process and holds none up where its disk is full', function onFullDisk() {
    if (!existsSync(FULL)) this.skip()
    const disk = openSync(FULL, 'w')
    const end = `flush()
      setTimeout(() => log.info('later'), 200)
      setTimeout(() => { process.stderr.write('went on'); flush(); process.exit(3) }, 600)`
    const ended = spawnSync(execPath, logging(2, end), {
      encoding: 'utf8',
      stdio: ['ignore', disk, 'pipe'],
      timeout: 20_000,
    })
    closeSync(disk)
    expect(ended.status).to.equal(3)
    expect(ended.stderr).to.match(/^the log cannot be written \(ENOSPC.*\nwent on$/)
  })
})
