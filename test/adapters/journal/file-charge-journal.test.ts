import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { chargeLine, readChargeLines } from '../../../src/adapters/journal/charge-lines.ts'
import { fileChargeJournal } from '../../../src/adapters/journal/file-charge-journal.ts'
import type { OpenChargeJournal } from '../../../src/adapters/journal/file-charge-journal.ts'
import type { JournaledCharge } from '../../../src/application/ports/billing/charge-journal.ts'

const chargeOf = (holdId: string): JournaledCharge => ({
  tag: 'capture',
  holdId,
  walletId: 'wallet',
  budgetId: 'key',
  instance: 'instance',
  reservationId: 'reservation',
  amount: 9_007_199_254_740_993n,
  cover: 9_007_199_254_740_993n,
  price: 7n,
  releaseReason: 'zero_price',
  reference: { kind: 'chat', id: holdId },
  description: 'три\nстроки: "a"',
  tariffVersion: null,
  receipt: null,
})

const settleOf = (holdId: string): JournaledCharge => {
  const {
    tag: _,
    budgetId: _b,
    instance: _i,
    reservationId: _r,
    ...rest
  } = chargeOf(holdId) as JournaledCharge & { tag: 'capture' }
  const { amount: _a, cover: _c, releaseReason: _n, ...settle } = rest
  return { ...settle, tag: 'settle' }
}

describe('a journal of charges', () => {
  let directory: string
  let path: string
  let journal: OpenChargeJournal
  let broken: unknown[]
  let locks: string[]

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-journal-'))
    path = join(directory, 'own.charges')
    broken = []
    locks = []
    journal = fileChargeJournal({ path, mostBytes: 2_000, lock, onBroken: (error) => broken.push(error) })
  })
  afterEach(async () => {
    await journal.close()
    await rm(directory, { recursive: true })
  })

  const lock = (): (() => void) => {
    locks.push('taken')
    return () => void locks.push('free')
  }
  const onDisk = async (): Promise<readonly JournaledCharge[]> => readChargeLines(await readFile(path, 'utf8')).charges
  const exists = (): Promise<boolean> =>
    stat(path)
      .then(() => true)
      .catch(() => false)

  it('has on disk what was kept, once, to the micro-unit, for its owner alone', async () => {
    const charges = [chargeOf('a'), settleOf('b'), chargeOf('c')]
    for (const charge of [...charges, chargeOf('a')]) journal.keep(charge)
    await journal.written()
    expect(await onDisk()).to.deep.equal(charges)
    expect((await stat(path)).mode & 0o777).to.equal(0o600)
  })

  it('has no file before the first charge, and none when the ledger has taken all', async () => {
    expect(await exists()).to.equal(false)
    journal.keep(chargeOf('a'))
    journal.keep(chargeOf('b'))
    await journal.written()
    journal.remove('a')
    await journal.written()
    expect((await onDisk()).map(({ holdId }) => holdId)).to.include('b')
    journal.remove('b')
    await journal.written()
    expect(await exists()).to.equal(false)
    journal.keep(chargeOf('c'))
    await journal.written()
    expect(await onDisk()).to.deep.equal([chargeOf('c')])
    expect(locks).to.deep.equal(['taken', 'free', 'taken'])
  })

  it('has no room beyond its bound, and has it again when the ledger has taken all', async () => {
    const ids: string[] = []
    while (journal.hasRoom()) {
      ids.push(`call-${ids.length}`)
      journal.keep(chargeOf(`call-${ids.length - 1}`))
    }
    expect(ids.length * chargeLine(chargeOf('call-0')).length).to.be.within(2_000, 3_000)
    for (const id of ids) journal.remove(id)
    expect(journal.hasRoom()).to.equal(true)
    await journal.written()
    expect(await exists()).to.equal(false)
  })

  it('has no room where it cannot be written, and says so', async () => {
    const nowhere = fileChargeJournal({
      path: join(directory, 'absent', 'own.charges'),
      mostBytes: 2_000,
      lock,
      onBroken: (error) => broken.push(error),
    })
    nowhere.keep(chargeOf('a'))
    await nowhere.written()
    expect(nowhere.hasRoom()).to.equal(false)
    expect(broken).to.have.length(1)
    await nowhere.close()
  })

  it('has room again where the ledger had taken all before a write failed', async () => {
    const later = join(directory, 'later')
    const path = join(later, 'own.charges')
    const full = fileChargeJournal({ path, mostBytes: 2_000, lock, onBroken: (error) => broken.push(error) })
    full.keep(chargeOf('a'))
    full.remove('a')
    await full.written()
    expect(broken).to.have.length(1)
    expect(full.hasRoom()).to.equal(true)
    await mkdir(later)
    full.keep(chargeOf('b'))
    await full.written()
    expect(readChargeLines(await readFile(path, 'utf8')).charges).to.deep.equal([chargeOf('b')])
    await full.close()
  })

  it('has room again, and its lock free, where its file could not be removed', async () => {
    journal.keep(chargeOf('a'))
    await journal.written()
    await rm(path)
    await mkdir(path)
    journal.remove('a')
    await journal.written()
    expect(broken).to.have.length(1)
    expect(locks).to.deep.equal(['taken', 'free'])
    await rmdir(path)
    journal.keep(chargeOf('b'))
    await journal.written()
    expect(await onDisk()).to.deep.equal([chargeOf('b')])
  })

  /** Keeps a charge, as one that the ledger did not take at once, and lets the ledger take it. */
  const passBy = async (holdId: string): Promise<void> => {
    journal.keep(chargeOf(holdId))
    await journal.written()
    journal.remove(holdId)
    await journal.written()
  }

  describe('with a charge that the ledger never takes', () => {
    it('does not grow by the charges that come and go beside it, and has room for others', async () => {
      journal.keep(settleOf('given up'))
      for (let nth = 0; nth < 50; nth += 1) await passBy(`call-${nth}`)
      expect(journal.hasRoom()).to.equal(true)
      expect((await stat(path)).size).to.be.below(2_000)
      journal.keep(chargeOf('later'))
      await journal.written()
      expect((await onDisk()).filter(({ holdId }) => !holdId.startsWith('call'))).to.deep.equal([
        settleOf('given up'),
        chargeOf('later'),
      ])
      journal.remove('given up')
      journal.remove('later')
      await journal.written()
      expect(await exists()).to.equal(false)
      expect([broken, locks]).to.deep.equal([[], ['taken', 'free']])
    })

    it('keeps what is there where it cannot be written anew', async () => {
      await mkdir(`${path}.new`)
      journal.keep(settleOf('given up'))
      for (let nth = 0; nth < 4; nth += 1) await passBy(`call-${nth}`)
      expect((await onDisk()).map(({ holdId }) => holdId)).to.deep.equal([
        'given up',
        'call-0',
        'call-1',
        'call-2',
        'call-3',
      ])
      await rmdir(`${path}.new`)
      for (let nth = 0; nth < 10; nth += 1) await passBy(`later-${nth}`)
      expect((await onDisk()).map(({ holdId }) => holdId))
        .to.include('given up')
        .and.not.include('call-3')
      expect(broken).to.deep.equal([])
    })

    it('loses no charge that is kept while it is written anew', async () => {
      const all = fileChargeJournal({
        path: join(directory, 'all.charges'),
        mostBytes: 2_000,
        lock,
        onBroken: () => {},
      })
      all.keep(settleOf('given up'))
      for (let nth = 0; nth < 5; nth += 1) all.keep(chargeOf(`call-${nth}`))
      await all.written()
      for (let nth = 0; nth < 5; nth += 1) all.remove(`call-${nth}`)
      for (let nth = 0; nth < 3; nth += 1) {
        all.keep(chargeOf(`later-${nth}`))
        await Promise.resolve()
      }
      await all.written()
      const text = await readFile(join(directory, 'all.charges'), 'utf8')
      expect(readChargeLines(text)).to.deep.equal({
        charges: [settleOf('given up'), ...[0, 1, 2].map((nth) => chargeOf(`later-${nth}`))],
        unreadable: 0,
      })
      await all.close()
    })

    it('has room again once the ledger has taken all that could not be written', async () => {
      const later = join(directory, 'later')
      const full = fileChargeJournal({
        path: join(later, 'own.charges'),
        mostBytes: 2_000,
        lock,
        onBroken: (error) => broken.push(error),
      })
      await mkdir(later)
      full.keep(settleOf('given up'))
      await full.written()
      locks.length = 0
      expect(full.hasRoom()).to.equal(true)
      await full.close()
      await rm(later, { recursive: true })
      full.keep(chargeOf('missing'))
      await full.written()
      expect([full.hasRoom(), broken.length]).to.deep.equal([false, 1])
      full.remove('missing')
      expect(full.hasRoom()).to.equal(true)
    })
  })

  it('is read up to the line that its process died over, and counts lines that were changed', async () => {
    const [a, b] = [chargeLine(chargeOf('a')), chargeLine(chargeOf('b'))]
    await writeFile(path, `${a}${b.replace('"price":"7"', '"price":"8"')}${b}${a.slice(0, 40)}`)
    const { charges, unreadable } = readChargeLines(await readFile(path, 'utf8'))
    expect(charges).to.deep.equal([chargeOf('a'), chargeOf('b')])
    expect(unreadable).to.equal(2)
  })
})
