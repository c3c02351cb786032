import { LEASE } from '../../domain/limits/lease.ts'
import { reportLateMail } from '../../application/mail/report-late-mail.ts'
import { keyUses } from '../container/api-keys.ts'
import { recheckTopUps } from '../container/billing.ts'
import { pruneMail, sendDueMail } from '../container/mail.ts'
import { extendLeases, sweepHolds, sweepRecords } from '../container/metering.ts'
import { mail } from '../container/persistence.ts'
import { clock } from '../container/runtime.ts'
import { pruneSessions } from '../container/sessions.ts'
import { sweepResponses } from '../container/gateway/stored-responses.ts'
import { finishStaleVideos, sweepVideos } from '../container/videos.ts'
import type { Log } from '../observability/logging.ts'
import type { Service } from '../container/open-service.ts'
import type { Loop } from './repeat.ts'

/** With the life of a lease it stays within the minute in which every hold of a killed process ends. */
export const SWEEP_EVERY_MS = 10_000
const FLUSH_KEY_USES_EVERY_MS = 5_000
/** A person waits for the mail. */
const SEND_MAIL_EVERY_MS = 1_000
const RECHECK_TOP_UPS_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 600_000

const loop = (name: string, everyMs: number, run: Loop['run'] | (() => Promise<unknown>)): Loop => ({
  name,
  everyMs,
  run: async (signal) => {
    await run(signal)
  },
})

/** What a serving process does for the calls that it took itself. No other process can do it. */
export const loopsOfProcess = (service: Service): readonly Loop[] => [
  loop('extend leases', LEASE.extendEveryMs, service.get(extendLeases)),
  loop('write last uses of keys', FLUSH_KEY_USES_EVERY_MS, () => service.get(keyUses).flush(service.get(clock).now())),
]

/** What at least one process does for the whole installation. Any number of processes may do it at once. */
export const loopsOfInstallation = (service: Service): readonly Loop[] => [
  loop('sweep holds', SWEEP_EVERY_MS, service.get(sweepHolds)),
  loop('sweep lost video submissions', SWEEP_EVERY_MS, service.get(sweepVideos)),
  loop('ask about videos once more', SWEEP_EVERY_MS, service.get(finishStaleVideos)),
  loop('sweep idempotency records', SWEEP_EVERY_MS, service.get(sweepRecords)),
  loop('send mail', SEND_MAIL_EVERY_MS, service.get(sendDueMail)),
  loop('prune mail', PRUNE_EVERY_MS, service.get(pruneMail)),
  loop('ask about pending top-ups', RECHECK_TOP_UPS_EVERY_MS, service.get(recheckTopUps)),
  loop('prune sessions', PRUNE_EVERY_MS, service.get(pruneSessions)),
  loop('sweep stored responses', PRUNE_EVERY_MS, service.get(sweepResponses)),
]

const CHECK_DELAYED_MAIL_EVERY_MS = 60_000

/** What a server does with `WORKER=off`: it looks whether a worker takes the work of the installation. */
export const loopsBesideWorkers = (service: Service, log: Log): readonly Loop[] => [
  loop(
    'look for late mail',
    CHECK_DELAYED_MAIL_EVERY_MS,
    reportLateMail({
      mail: service.get(mail),
      clock: service.get(clock),
      report: (waitedSeconds) =>
        log.warn({ waitedSeconds }, 'WORKER=off, and no worker takes the mail that waits: run `gateway work`'),
    }),
  ),
]
