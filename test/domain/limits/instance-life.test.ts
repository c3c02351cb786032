import { expect } from 'chai'
import fc from 'fast-check'
import { INSTANCE_LIFE, mayAdmit, NEW_WATCH, watchInstances } from '../../../src/domain/limits/instance-life.ts'
import type { InstanceBeat, Watch } from '../../../src/domain/limits/instance-life.ts'

const { beatEveryMs, lookEveryMs, deadAfterMs, longestPauseMs } = INSTANCE_LIFE

/** Looks at one instance, whose beat at each of these times is given; answers the time at which it was called dead. */
const deadAt = (looks: readonly (readonly [atMs: number, beat: number])[]): number | null => {
  let watch: Watch = NEW_WATCH
  for (const [atMs, beat] of looks) {
    const look = { beats: [{ instance: 'i', beat }], askedAtMs: atMs, answeredAtMs: atMs }
    const watched = watchInstances(watch, look)
    if (watched.silent.length > 0) return atMs
    watch = watched.watch
  }
  return null
}

const every = (stepMs: number, fromMs: number, toMs: number): readonly number[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, index) => fromMs + index * stepMs)

describe('the watch over instances', () => {
  it('calls one dead that showed the same beat for long enough, and names the beat', () => {
    expect(deadAt(every(lookEveryMs, 0, 60_000).map((atMs) => [atMs, 3]))).to.equal(deadAfterMs)
  })

  it('finds a killed process within a minute', () => {
    const beatAt = (atMs: number): number => (atMs < 1 ? 0 : 1)
    // Killed right behind a beat that this look just missed.
    const found = deadAt(every(lookEveryMs + 50, 0, 100_000).map((atMs) => [atMs, beatAt(atMs)]))
    expect(found).to.be.below(60_000)
  })

  it('begins anew where the watcher stood still, or a look failed in between', () => {
    const early = every(lookEveryMs, 0, 40_000).map((atMs) => [atMs, 3] as const)
    expect(deadAt([...early, [40_000 + longestPauseMs + 1, 3]])).to.equal(null)
    expect(watchInstances(NEW_WATCH, { beats: [{ instance: 'i', beat: 3 }], askedAtMs: 99_000, answeredAtMs: 99_000 }))
      .to.have.property('silent')
      .that.deep.equals([])
  })

  it('counts from the answer of the first look to the question of the last one', () => {
    const beats: readonly InstanceBeat[] = [{ instance: 'i', beat: 3 }]
    let watch = NEW_WATCH
    for (const atMs of every(10_000, 0, 50_000)) {
      const watched = watchInstances(watch, { beats, askedAtMs: atMs, answeredAtMs: atMs + 6_000 })
      // At 50 s it was seen for 44 s.
      expect(watched.silent).to.deep.equal([])
      watch = watched.watch
    }
  })

  it('keeps nothing of an instance that is no longer listed', () => {
    const first = watchInstances(NEW_WATCH, { beats: [{ instance: 'i', beat: 1 }], askedAtMs: 0, answeredAtMs: 0 })
    const { watch } = watchInstances(first.watch, { beats: [], askedAtMs: 5_000, answeredAtMs: 5_000 })
    expect([...watch.seen]).to.deep.equal([])
  })

  it('never calls a living, connected instance dead, whatever outages and pauses there are', () => {
    // Times in which neither the instance nor the watcher reaches the database, or the whole machine stands still.
    const gaps = fc.array(fc.record({ afterMs: fc.nat(90_000), forMs: fc.nat(200_000), isFrozen: fc.boolean() }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(gaps, fc.nat(beatEveryMs), (outages, shiftMs) => {
        let [nowMs, beat, watch] = [0, 0, NEW_WATCH]
        let [nextBeatMs, nextLookMs] = [shiftMs, 0]
        const run = (untilMs: number, isConnected: boolean): void => {
          for (; nowMs < untilMs; nowMs += 500) {
            if (nowMs >= nextBeatMs) {
              if (isConnected) beat += 1
              nextBeatMs = nowMs + beatEveryMs
            }
            if (nowMs < nextLookMs) continue
            nextLookMs = nowMs + lookEveryMs
            if (!isConnected) watch = NEW_WATCH
            else {
              const look = { beats: [{ instance: 'i', beat }], askedAtMs: nowMs, answeredAtMs: nowMs }
              const watched = watchInstances(watch, look)
              expect(watched.silent).to.deep.equal([])
              watch = watched.watch
            }
          }
        }
        for (const { afterMs, forMs, isFrozen } of outages) {
          run(nowMs + afterMs, true)
          // A machine that stands still does nothing; its clock runs on, and so do its timers.
          if (isFrozen) nowMs += forMs
          else run(nowMs + forMs, false)
        }
        run(nowMs + 120_000, true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the time in which a process admits calls', () => {
  interface SentBeat {
    readonly sentAfterMs: number
    readonly writtenAfterMs: number
    /** Null: the answer got lost. */
    readonly answeredAfterMs: number | null
  }
  const beats: fc.Arbitrary<readonly SentBeat[]> = fc.array(
    fc.record({
      sentAfterMs: fc.integer({ min: 1, max: 60_000 }),
      writtenAfterMs: fc.integer({ min: 0, max: 15_000 }),
      answeredAfterMs: fc.option(fc.integer({ min: 0, max: 15_000 }), { freq: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  )

  /** Throws where the process admits although a watcher, who saw the last beat at once, may have called it dead. */
  const play = (history: readonly SentBeat[], countsFrom: 'sent' | 'answered') => {
    let atMs = 0
    let [admitsFromMs, writtenMs]: [number | null, number] = [null, 0]
    const look = (nowMs: number): void => {
      if (nowMs - writtenMs < deadAfterMs) return
      expect(mayAdmit(admitsFromMs, nowMs), `at ${nowMs}`).to.equal(false)
    }
    for (const { sentAfterMs, writtenAfterMs, answeredAfterMs } of history) {
      const sentMs = atMs + sentAfterMs
      look(sentMs - 1)
      writtenMs = sentMs + writtenAfterMs
      const answeredMs = writtenMs + (answeredAfterMs ?? 0)
      if (answeredAfterMs !== null) admitsFromMs = countsFrom === 'sent' ? sentMs : answeredMs
      atMs = answeredMs
      look(atMs)
    }
    for (const afterMs of [deadAfterMs - 1, deadAfterMs, deadAfterMs + 1, 2 * deadAfterMs]) look(writtenMs + afterMs)
  }

  it('ends before any other process can have called it dead, however slow the database answers', () => {
    fc.assert(
      fc.property(beats, (history) => play(history, 'sent')),
      { numRuns: 5_000 },
    )
  })

  it('would be too long if it were counted from the answer', () => {
    const { failed } = fc.check(
      fc.property(beats, (history) => play(history, 'answered')),
      { numRuns: 2_000, seed: 7, endOnFailure: true },
    )
    expect(failed).to.equal(true)
  })

  it('is 40 seconds from the sending of a beat, and none before the first', () => {
    expect([mayAdmit(null, 0), mayAdmit(5, 40_004), mayAdmit(5, 40_005)]).to.deep.equal([false, true, false])
  })
})
