import { expect } from 'chai'
import { endSilentInstances } from '../../../src/application/instances/end-silent-instances.ts'
import { runningInstance } from '../../../src/application/instances/running-instance.ts'
import { INSTANCE_LIFE } from '../../../src/domain/limits/instance-life.ts'
import { memoryInstances } from '../../twins/process/instances.ts'

const bench = () => {
  const time = { nowMs: 0 }
  const instances = memoryInstances()
  const ended: string[] = []
  const lostWork = { endings: 0 }
  let made = 0
  const ids = { next: () => `instance-${(made += 1)}` }
  const start = () =>
    runningInstance({ instances, ids, monotonicMs: () => time.nowMs, onEnded: (id) => void ended.push(id) })
  const endLostWork = async (): Promise<void> => {
    lostWork.endings += 1
  }
  const watch = () => endSilentInstances({ instances, endLostWork, monotonicMs: () => time.nowMs })
  /** Looks every five seconds for as long; returns how many were ended. */
  const look = async (watcher: () => Promise<number>, forMs: number, between = async () => {}): Promise<number> => {
    let count = 0
    for (const untilMs = time.nowMs + forMs; time.nowMs < untilMs; time.nowMs += INSTANCE_LIFE.lookEveryMs) {
      await between()
      count += await watcher()
    }
    return count
  }
  return { time, instances, ended, lostWork, start, watch, look }
}

describe('a running instance', () => {
  it('lives while it beats, however long, and is ended once where it falls silent', async () => {
    const { instances, start, watch, look } = bench()
    const [one, other] = [start(), start()]
    await Promise.all([one.begin(), other.begin()])
    const [first, second] = [watch(), watch()]
    const both = async (): Promise<number> => (await first()) + (await second())
    expect(await look(both, 300_000, async () => void (await Promise.all([one.beat(), other.beat()])))).to.equal(0)
    expect(await look(both, 60_000, () => one.beat())).to.equal(1)
    expect([instances.isLiving(one.id), instances.isLiving(other.id)]).to.deep.equal([true, false])
  })

  it('goes on under a new name where it was ended, and tells so', async () => {
    const { instances, ended, start } = bench()
    const one = start()
    await one.begin()
    const before = one.id
    await instances.end(before)
    await one.beat()
    expect(ended).to.deep.equal([before])
    expect(one.id).not.to.equal(before)
    expect([instances.isLiving(before), instances.isLiving(one.id)]).to.deep.equal([false, true])
    await one.beat()
    expect(ended).to.have.lengthOf(1)
  })

  it('goes on under one new name where two beats at once find it ended', async () => {
    const { instances, ended, start } = bench()
    const one = start()
    await one.begin()
    const before = one.id
    await instances.end(before)
    await Promise.all([one.beat(), one.beat()])
    expect(ended).to.deep.equal([before])
    expect((await instances.living()).map(({ instance }) => instance)).to.deep.equal([one.id])
    await one.beat()
    expect(ended).to.have.lengthOf(1)
  })

  it('keeps its name where the new one could not be written, and tries again', async () => {
    const { instances, ended, start } = bench()
    const one = start()
    await one.begin()
    const before = one.id
    await instances.end(before)
    const { begin } = instances
    instances.begin = () => Promise.reject(new Error('no database'))
    await one.beat().catch(() => undefined)
    expect([one.id, ended]).to.deep.equal([before, []])
    instances.begin = begin
    await one.beat()
    expect(instances.isLiving(one.id)).to.equal(true)
  })

  it('is over once it ends itself', async () => {
    const { instances, start } = bench()
    const one = start()
    await one.begin()
    await one.end()
    expect(instances.isLiving(one.id)).to.equal(false)
  })
})

describe('the look for silent instances', () => {
  it('ends with an instance what it left open, and looks for nothing left where all live', async () => {
    const { lostWork, start, watch, look } = bench()
    const one = start()
    await one.begin()
    const watcher = watch()
    expect(await look(watcher, 60_000, () => one.beat())).to.equal(0)
    expect(lostWork.endings).to.equal(0)
    expect(await look(watcher, 120_000)).to.equal(1)
    expect(lostWork.endings).to.equal(1)
  })

  it('begins anew after a look that failed', async () => {
    const { instances, start, watch, look } = bench()
    await start().begin()
    const watcher = watch()
    expect(await look(watcher, 40_000)).to.equal(0)
    const { living } = instances
    instances.living = () => Promise.reject(new Error('no database'))
    await watcher().catch(() => undefined)
    instances.living = living
    expect(await look(watcher, 45_000)).to.equal(0)
    expect(await look(watcher, 10_000)).to.equal(1)
  })

  it('ends none that beat at the last moment', async () => {
    const { instances, start, watch, look } = bench()
    const one = start()
    await one.begin()
    const watcher = watch()
    const { endSilent } = instances
    instances.endSilent = async (silent) => {
      await one.beat()
      return endSilent(silent)
    }
    expect(await look(watcher, 50_000)).to.equal(0)
    expect(instances.isLiving(one.id)).to.equal(true)
  })
})
