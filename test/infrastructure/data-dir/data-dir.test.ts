import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import sinon from 'sinon'
import { readHolder, writeHolder } from '../../../src/infrastructure/data-dir/data-dir-holder.ts'
import { describeDataDirFailure, openDataDir, reasonOf } from '../../../src/infrastructure/data-dir/data-dir.ts'
import type { DataDirLease } from '../../../src/infrastructure/data-dir/data-dir.ts'
import { ownIdentity } from '../../../src/infrastructure/data-dir/process-identity.ts'
import { runNode } from '../../support/processes/child-process.ts'
import type { TestProcess } from '../../support/processes/child-process.ts'

const script = resolve(import.meta.dirname, '../../support/processes/hold-data-dir.ts')

const take = async (dataDir: string): Promise<DataDirLease> => {
  const lease = await openDataDir(dataDir)
  if (isLeft(lease)) throw new Error(JSON.stringify(lease.left))
  return lease.right
}

describe('data directory', () => {
  let parent: string
  let dataDir: string
  const children: TestProcess[] = []
  const holdElsewhere = (path: string): TestProcess => {
    const child = runNode([script, path])
    children.push(child)
    return child
  }
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'gateway-data-dir-'))
    dataDir = join(parent, 'data')
  })
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => child.kill()))
    rmSync(parent, { recursive: true, force: true })
  })

  it('is made private, with the directories above it, and can be taken again after its release', async () => {
    const deep = join(parent, 'a/b/data')
    const lease = await take(deep)
    expect(statSync(deep).mode & 0o777).to.equal(0o700)
    expect(statSync(join(deep, 'lock')).mode & 0o777).to.equal(0o600)
    expect(statSync(join(deep, 'holder.json')).mode & 0o777).to.equal(0o600)
    lease.release()
    lease.release()
    expect(readHolder(deep)).to.equal(null)
    const again = await take(deep)
    again.release()
  })

  it('is made private when it exists and is ours, and left as it is when other files are in it', async () => {
    for (const [name, file, mode] of [
      ['empty', null, 0o700],
      ['used', 'lock', 0o700],
      ['shared', 'letter.txt', 0o755],
    ] as const) {
      const path = join(parent, name)
      mkdirSync(path, { mode: 0o755 })
      if (file !== null) writeFileSync(join(path, file), '')
      const lease = await take(path)
      expect(statSync(path).mode & 0o777).to.equal(mode)
      lease.release()
    }
  })

  it('is taken by a user without a name in the system, as that of some containers', async () => {
    const named = sinon.stub(os, 'userInfo').throws(new Error('uv_os_get_passwd returned ENOENT'))
    syncBuiltinESMExports()
    try {
      const lease = await take(dataDir)
      lease.release()
    } finally {
      named.restore()
      syncBuiltinESMExports()
    }
  })

  it('holds nothing but the lock and the signature, and only the lock afterwards', async () => {
    const lease = await take(dataDir)
    expect(readdirSync(dataDir)).to.have.members(['lock', 'holder.json'])
    lease.release()
    expect(readdirSync(dataDir)).to.deep.equal(['lock'])
  })

  it('is refused a second time inside one process and under another name of the same place', async () => {
    const lease = await take(dataDir)
    symlinkSync(dataDir, join(parent, 'alias'))
    for (const path of [dataDir, join(parent, 'alias')]) {
      const second = await openDataDir(path)
      expect(isLeft(second) && second.left).to.have.property('tag', 'data_dir_held')
    }
    lease.release()
  })

  it('is refused to another process, which gets the name of the holder', async () => {
    const holder = holdElsewhere(dataDir)
    await holder.printed(/"held"/)
    const second = await openDataDir(dataDir)
    expect(isLeft(second) && second.left).to.have.nested.property('holder.identity.pid', holder.pid)
    const third = holdElsewhere(dataDir)
    expect(await third.ended()).to.equal(3)
    expect(third.stdout()).to.contain(`held by process ${holder.pid} on `)
  })

  it('is taken by exactly one of ten processes that start at once after the holder was killed', async () => {
    const first = holdElsewhere(dataDir)
    await first.printed(/"held"/)
    await first.kill('SIGKILL')
    const starters = Array.from({ length: 10 }, () => holdElsewhere(dataDir))
    const printed = await Promise.all(starters.map((starter) => starter.printed(/"tag":"(\w+)"/)))
    const winners = starters.filter((_starter, index) => printed[index]?.[1] === 'held')
    expect(winners).to.have.length(1)
    // One that lost so early that the winner had not signed yet names no process; none names another one.
    const named = starters.flatMap((starter) => /held by process (\d+) on /.exec(starter.stdout())?.[1] ?? [])
    expect(new Set([...named, String(winners[0]?.pid)])).to.deep.equal(new Set([String(winners[0]?.pid)]))
  })

  it('is refused with a sentence that says what to do: where a file is, where it may not be written, where it is held', async () => {
    writeFileSync(dataDir, '')
    const file = await openDataDir(dataDir)
    expect(isLeft(file) && describeDataDirFailure(file.left)).to.contain('set DATA_DIR to a directory')
    const forbidden = reasonOf(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
    expect(forbidden).to.contain('give the directory to the user of the service')
    const held = { tag: 'data_dir_held', dataDir, holder: null } as const
    expect(describeDataDirFailure(held)).to.contain('stop that process first, or set another DATA_DIR')
  })

  it('is free at once after its holder was killed', async () => {
    const holder = holdElsewhere(dataDir)
    await holder.printed(/"held"/)
    await holder.kill('SIGKILL')
    const lease = await take(dataDir)
    expect(readHolder(dataDir)?.identity.pid).to.equal(process.pid)
    lease.release()
  })

  it('survives ten killed holders in a row, one winner each time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const holder = holdElsewhere(dataDir)
      await holder.printed(/"held"/)
      expect(isRight(await openDataDir(dataDir))).to.equal(false)
      await holder.kill('SIGKILL')
    }
  })

  it('is not taken from a running process that signed it, even on a file system without locks', async () => {
    const living = holdElsewhere(join(parent, 'elsewhere'))
    await living.printed(/"held"/)
    const signature = readHolder(join(parent, 'elsewhere'))
    mkdirSync(dataDir)
    if (signature !== null) writeHolder(dataDir, signature)
    const refused = await openDataDir(dataDir)
    expect(isLeft(refused) && refused.left).to.have.nested.property('holder.identity.pid', living.pid)
  })

  for (const [title, change] of [
    ['a recycled pid: it is in use, by a process that started later', { startTicks: '1' }],
    ['a process of another machine that is gone with its lock', { host: 'elsewhere', pidSpace: null }],
  ] as const) {
    it(`is free when signed by ${title}`, async () => {
      mkdirSync(dataDir)
      const identity = { ...ownIdentity(), pid: process.ppid, ...change }
      writeHolder(dataDir, { identity, since: 0, controlPath: null })
      const lease = await take(dataDir)
      lease.release()
    })
  }

  it('is free when its signature is damaged', async () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'holder.json'), '{"identity":{"pi')
    const lease = await take(dataDir)
    lease.release()
  })

  it('is reported as unusable, with the reason, where it cannot be made', async () => {
    writeFileSync(join(parent, 'file'), '')
    const failed = await openDataDir(join(parent, 'file/data'))
    expect(isLeft(failed) && failed.left).to.have.property('tag', 'data_dir_unusable')
  })
})
