import { EXTEND_EVERY_SECONDS } from '../application/billing/extend-leases.ts'
import { LEASE_EXTENSION_INTERVAL_MS } from '../application/idempotency/lease.ts'
import { reportLateMail } from '../application/mail/report-late-mail.ts'
import * as port from './container/port-tokens.ts'
import * as use from './container/use-case-tokens.ts'
import type { Log } from './logging.ts'
import type { Service } from './open-service.ts'
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

/** What a serving process does for the calls it took itself: nobody else can. */
export const loopsOfProcess = (service: Service): readonly Loop[] => [
  loop('extend holds', EXTEND_EVERY_SECONDS * 1000, service.get(use.extendLeases)),
  loop('extend idempotency claims', LEASE_EXTENSION_INTERVAL_MS, service.get(use.extendClaims)),
  loop('write last uses of keys', FLUSH_KEY_USES_EVERY_MS, () =>
    service.get(use.keyUses).flush(service.get(port.clock).now()),
  ),
]

/** What has to be done for the whole installation, by one process at least and by any number at once. */
export const loopsOfInstallation = (service: Service): readonly Loop[] => [
  loop('sweep holds', SWEEP_EVERY_MS, service.get(use.sweepHolds)),
  loop('sweep lost video submissions', SWEEP_EVERY_MS, service.get(use.sweepVideos)),
  loop('ask about films once more', SWEEP_EVERY_MS, service.get(use.endOldFilms)),
  loop('sweep idempotency records', SWEEP_EVERY_MS, service.get(use.sweepRecords)),
  loop('send mail', SEND_MAIL_EVERY_MS, service.get(use.sendDueMail)),
  loop('prune mail', PRUNE_EVERY_MS, service.get(use.pruneMail)),
  loop('ask about pending top-ups', RECHECK_TOP_UPS_EVERY_MS, service.get(use.recheckTopUps)),
  loop('prune sessions', PRUNE_EVERY_MS, service.get(use.pruneSessions)),
]

const LOOK_FOR_LATE_MAIL_EVERY_MS = 60_000

/** What a server does that leaves the installation's work to workers: it looks whether there is one. */
export const loopsBesideWorkers = (service: Service, log: Log): readonly Loop[] => [
  loop(
    'look for late mail',
    LOOK_FOR_LATE_MAIL_EVERY_MS,
    reportLateMail({
      mail: service.get(port.mail),
      clock: service.get(port.clock),
      report: (waitedSeconds) =>
        log.warn({ waitedSeconds }, 'WORKER=off, and no worker takes the mail that waits: run `gateway work`'),
    }),
  ),
]
