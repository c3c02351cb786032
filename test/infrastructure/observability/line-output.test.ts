import type { write, writeSync } from 'node:fs'
import { expect } from 'chai'
import sinon from 'sinon'
import { MOST_WAITING_BYTES, openLineOutput } from '../../../src/infrastructure/observability/line-output.ts'

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(`${code}: no`), { code })

/** A file that takes so many bytes at once, or fails in a given way, and what an output over it reports. */
const openFile = () => {
  const file = { text: '', fails: null as string | null, most: Infinity, tried: 0 }
  const take = (bytes: Buffer): number => {
    file.tried += 1
    if (file.fails !== null) throw failure(file.fails)
    const taken = bytes.subarray(0, file.most)
    file.text += taken.toString()
    return taken.length
  }
  const calls = {
    writeSync: ((_fd: number, bytes: Buffer) => take(bytes)) as typeof writeSync,
    write: ((_fd: number, bytes: Buffer, done: (error: Error | null, written: number) => void) => {
      setImmediate(() => {
        try {
          done(null, take(bytes))
        } catch (error) {
          done(error as Error, 0)
        }
      })
    }) as unknown as typeof write,
  }
  const reports: string[] = []
  const output = openLineOutput(
    1,
    { failed: (reason) => void reports.push(reason), leftOut: (lines) => void reports.push(`${lines} left out`) },
    calls,
  )
  return { file, output, reports }
}

describe('an output of lines', () => {
  let clock: sinon.SinonFakeTimers
  beforeEach(() => {
    clock = sinon.useFakeTimers()
  })
  afterEach(() => clock.restore())

  it('writes lines in order, also where the system takes a piece of them at a time', async () => {
    const { file, output, reports } = openFile()
    file.most = 3
    output.write('first é\n')
    output.write('second\n')
    await clock.tickAsync(50)
    expect({ text: file.text.replaceAll('\u{fffd}', ''), reports }).to.deep.equal({
      text: 'first é\nsecond\n',
      reports: [],
    })
  })

  for (const code of ['ENOSPC', 'EIO', 'EDQUOT', 'EAGAIN']) {
    it(`keeps what a file refuses with ${code}, and writes it once the file takes it`, async () => {
      const { file, output, reports } = openFile()
      file.fails = code
      for (const line of ['one\n', 'two\n', 'three\n']) {
        output.write(line)
        await clock.tickAsync(5)
      }
      const { tried } = file
      file.fails = null
      await clock.tickAsync(250)
      expect(file.text).to.equal('one\ntwo\nthree\n')
      expect(reports).to.deep.equal(code === 'EAGAIN' ? [] : [`${code}: no`])
      // A try for each line, and another for each of many lines a second, would be work for nothing.
      expect(tried).to.equal(1)
    })
  }

  it('returns from a flush that the file refuses', () => {
    const { file, output } = openFile()
    file.fails = 'ENOSPC'
    output.write('one\n')
    output.write('two\n')
    output.flush()
    expect(file.tried).to.equal(1)
  })

  it('leaves out what would fill the memory, and says how many lines that were', async () => {
    const { file, output, reports } = openFile()
    file.fails = 'ENOSPC'
    output.write(`${'x'.repeat(MOST_WAITING_BYTES - 1)}\n`)
    output.write('lost\nlost\n')
    await clock.tickAsync(5)
    file.fails = null
    await clock.tickAsync(250)
    expect(file.text).to.have.length(MOST_WAITING_BYTES)
    expect(reports).to.deep.equal(['ENOSPC: no', '2 left out'])
  })

  it('is silent after the reader has left', async () => {
    const { file, output, reports } = openFile()
    file.fails = 'EPIPE'
    output.write('one\n')
    await clock.tickAsync(5)
    output.write('two\n')
    output.flush()
    await clock.tickAsync(250)
    expect({ tried: file.tried, reports }).to.deep.equal({ tried: 1, reports: [] })
  })
})
