import { Writable } from 'node:stream'
import { expect } from 'chai'
import { openProcessOutput } from '../../../src/infrastructure/commands/process-output.ts'

/** A stream that keeps what is written to it, some time later, or fails with a code. */
const streamOf = (code: string | null) => {
  const written: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      setTimeout(() => {
        if (code !== null) return done(Object.assign(new Error(`${code}: no`), { code }))
        written.push(chunk.toString())
        done()
      }, 5)
    },
  })
  return { stream, written }
}

const printAndEnd = async (code: string | null, exit: number) => {
  const [stdout, stderr] = [streamOf(code), streamOf(null)]
  const { out, settle } = openProcessOutput(stdout.stream, stderr.stream)
  out.stdout('a key\n')
  out.stdout('shown once\n')
  const settled = await settle(exit)
  return { settled, stdout: stdout.written.join(''), stderr: stderr.written.join('') }
}

describe('the output of a process', () => {
  it('is written whole before the process ends', async () => {
    expect(await printAndEnd(null, 0)).to.deep.equal({ settled: 0, stdout: 'a key\nshown once\n', stderr: '' })
  })

  for (const code of ['ENOSPC', 'EIO']) {
    it(`fails a command whose answer was lost (${code}), and says that the command was carried out`, async () => {
      const done = await printAndEnd(code, 0)
      expect(done.settled).to.equal(1)
      expect(done.stderr).to.contain(code).and.contain('was carried out')
      const refused = await printAndEnd(code, 2)
      expect(refused.settled).to.equal(2)
      expect(refused.stderr).to.contain(code).and.not.contain('was carried out')
    })
  }

  it('is no failure where a reader such as `head` leaves early', async () => {
    expect(await printAndEnd('EPIPE', 0)).to.include({ settled: 0, stderr: '' })
  })

  it('leaves a command alone whose standard error is lost', async () => {
    const { out, settle } = openProcessOutput(streamOf(null).stream, streamOf('ENOSPC').stream)
    out.stderr('a warning\n')
    expect(await settle(0)).to.equal(0)
  })
})
