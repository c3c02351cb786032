import { expect } from 'chai'
import { outageRecovery } from '../../../../src/application/gateway/metering/outage-recovery.ts'
import type { OutageRecovery } from '../../../../src/application/gateway/metering/outage-recovery.ts'

interface Stage {
  readonly recovery: OutageRecovery
  readonly steps: string[]
  /** Ends the writing of the charges. */
  readonly chargesAreWritten: () => void
}

const stage = ({ beat = async () => undefined, sleep = () => new Promise<void>(() => undefined) } = {}): Stage => {
  const steps: string[] = []
  const charges = Promise.withResolvers<void>()
  const note = (step: string) => (): void => void steps.push(step)
  const recovery = outageRecovery({
    instance: {
      beat: async () => {
        steps.push('beat')
        await beat()
      },
    },
    settlements: {
      submitNow: () => {
        steps.push('charges')
        return charges.promise
      },
    },
    reservations: { pauseReserving: note('pause'), resumeReserving: note('resume'), endKnown: note('end known') },
    timer: { sleep },
    onFailure: note('failure'),
  })
  return { recovery, steps, chargesAreWritten: charges.resolve }
}

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a process whose database is back', () => {
  it('shows that it lives, then writes what was used, and then reserves', async () => {
    const { recovery, steps, chargesAreWritten } = stage()
    recovery.begin()
    expect(steps).to.deep.equal(['pause'])
    const ended = recovery.end()
    await aTurn()
    expect(steps).to.deep.equal(['pause', 'beat', 'charges'])
    chargesAreWritten()
    await ended
    expect(steps).to.deep.equal(['pause', 'beat', 'charges', 'resume'])
  })

  it('reserves nothing where the next outage has begun', async () => {
    const { recovery, steps, chargesAreWritten } = stage()
    recovery.begin()
    const ended = recovery.end()
    await aTurn()
    recovery.begin()
    chargesAreWritten()
    await ended
    expect(steps).not.to.include('resume')
    await recovery.end()
    expect(steps.at(-1)).to.equal('resume')
  })

  it('goes on where its first beat fails, and where one charge cannot be written', async () => {
    const { recovery, steps } = stage({
      beat: () => Promise.reject(new Error('away again')),
      sleep: () => Promise.resolve(),
    })
    recovery.begin()
    await recovery.end()
    expect(steps).to.deep.equal(['pause', 'beat', 'failure', 'charges', 'resume'])
  })

  it('believes in nothing that was granted where another server answers', () => {
    const { recovery, steps } = stage()
    recovery.onOtherServer()
    expect(steps).to.deep.equal(['end known'])
  })
})
