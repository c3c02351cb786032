import { MINUTE_MS } from '../../domain/time-units.ts'
import { INSTANCE_LIFE } from '../../domain/limits/instance-life.ts'
import { PRESSED } from '../../domain/reservations/pressed.ts'
import type { JobName } from '../../domain/standing-work/job-name.ts'
import { reportLateWork } from '../../application/load/report-late-work.ts'
import { keyUses } from '../container/api-keys.ts'
import { countUsage, payments, recheckTopUps } from '../container/billing.ts'
import { endSilentInstances } from '../container/instances.ts'
import { pruneMail, sendDueMail } from '../container/mail.ts'
import { clock, clockWatch, instance } from '../container/runtime.ts'
import {
  failStrayClaims,
  firstTokens,
  keyRefusals,
  giveBackPressed,
  reservationBook,
  sweepHolds,
  sweepRecords,
  sweepReservations,
} from '../container/metering.ts'
import { alertOfMarks } from '../container/notifications/notifications.ts'
import { deliveries, deploymentSwitches, holds, mail, topUps, videoJobs } from '../container/persistence.ts'
import { pruneSessions } from '../container/sessions.ts'
import { sweepResponses } from '../container/gateway/stored-responses.ts'
import { finishStaleVideos, sweepVideos } from '../container/gateway/videos.ts'
import { deliverDue, pruneDeliveries } from '../container/notifications/webhooks.ts'
import type { Log } from '../observability/logging.ts'
import type { Service } from '../container/open-service.ts'
import type { Loop } from './repeat.ts'

/** How often holds past their time are swept. Holds of dead processes are swept as soon as a process is found dead. */
const SWEEP_EVERY_MS = 10_000
/** Two looks find a claim stray. */
const LOOK_FOR_STRAY_CLAIMS_EVERY_MS = 15_000
const FLUSH_EVERY_MS = 5_000
const TEND_RESERVATIONS_EVERY_MS = 1_000
/** A person waits for the mail. */
const SEND_MAIL_EVERY_MS = 1_000
const DELIVER_WEBHOOKS_EVERY_MS = 1_000
const ALERT_OF_MARKS_EVERY_MS = 5_000
const RECHECK_TOP_UPS_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 10 * MINUTE_MS
/** What is not added to the hours yet is summed up again by each reader of the usage. */
const COUNT_USAGE_EVERY_MS = 5_000

type Run = Loop['run']

const ofProcess = (name: JobName, everyMs: number, run: Run): Loop => ({ name, scope: 'process', everyMs, run })

const ofInstallation = (name: JobName, everyMs: number, run: Run): Loop => ({
  name,
  scope: 'installation',
  everyMs,
  run,
})

/** As old as any cache may be (ADR 0012). */
const READ_SWITCHES_EVERY_MS = 5_000

const COMPARE_CLOCKS_EVERY_MS = MINUTE_MS

/** What every process does, whatever its work is. The first comparison is part of its start. */
export const loopsOfEach = (service: Service): readonly Loop[] => [
  ofProcess('compare the clocks', COMPARE_CLOCKS_EVERY_MS, service.get(clockWatch).compare),
]

/** What a serving process does for the calls that it took itself. No other process can do it. */
export const loopsOfProcess = (service: Service): readonly Loop[] => [
  ofProcess('show that the process lives', INSTANCE_LIFE.beatEveryMs, () => service.get(instance).beat()),
  ofProcess('give back what is reserved for idle keys', TEND_RESERVATIONS_EVERY_MS, () =>
    service.get(reservationBook).tend(),
  ),
  ofProcess('give back what is reserved in pressed wallets', PRESSED.lookEveryMs, service.get(giveBackPressed)),
  ofProcess('fail stray claims', LOOK_FOR_STRAY_CLAIMS_EVERY_MS, service.get(failStrayClaims)),
  ofProcess('write last uses of keys', FLUSH_EVERY_MS, () => service.get(keyUses).flush()),
  ofProcess('write refused keys', FLUSH_EVERY_MS, () => service.get(keyRefusals).flush()),
  ofProcess('write times to first tokens', FLUSH_EVERY_MS, () => service.get(firstTokens).flush()),
  ofProcess('read switches of deployments', READ_SWITCHES_EVERY_MS, () => service.get(deploymentSwitches).refresh()),
]

/** What at least one process does for the whole installation. Any number of processes may do it at once. */
export const loopsOfInstallation = (service: Service): readonly Loop[] => [
  ofInstallation('end silent processes', INSTANCE_LIFE.lookEveryMs, service.get(endSilentInstances)),
  ofInstallation('sweep holds', SWEEP_EVERY_MS, service.get(sweepHolds)),
  ofInstallation('sweep reservations', SWEEP_EVERY_MS, service.get(sweepReservations)),
  ofInstallation('sweep lost video submissions', SWEEP_EVERY_MS, service.get(sweepVideos)),
  // Looked up anew each time, because it is made of the providers, which another catalogue replaces.
  ofInstallation('ask about videos once more', SWEEP_EVERY_MS, (signal) => service.get(finishStaleVideos)(signal)),
  ofInstallation('sweep idempotency records', SWEEP_EVERY_MS, service.get(sweepRecords)),
  ofInstallation('send mail', SEND_MAIL_EVERY_MS, service.get(sendDueMail)),
  ofInstallation('prune mail', PRUNE_EVERY_MS, service.get(pruneMail)),
  {
    ...ofInstallation('deliver webhooks', DELIVER_WEBHOOKS_EVERY_MS, service.get(deliverDue).run),
    ended: service.get(deliverDue).ended,
  },
  ofInstallation('notice low balances and spent limits', ALERT_OF_MARKS_EVERY_MS, service.get(alertOfMarks)),
  ofInstallation('prune webhook deliveries', PRUNE_EVERY_MS, service.get(pruneDeliveries)),
  ofInstallation('ask about pending top-ups', RECHECK_TOP_UPS_EVERY_MS, service.get(recheckTopUps)),
  ofInstallation('prune sessions', PRUNE_EVERY_MS, service.get(pruneSessions)),
  ofInstallation('count usage', COUNT_USAGE_EVERY_MS, service.get(countUsage)),
  ofInstallation('sweep stored responses', PRUNE_EVERY_MS, service.get(sweepResponses)),
]

const CHECK_LATE_WORK_EVERY_MS = MINUTE_MS

/** What a server does with `WORKER=off`: it looks whether a worker takes the work of the installation. */
export const loopsBesideWorkers = (service: Service, log: Log): readonly Loop[] => [
  ofProcess(
    'look for late work',
    CHECK_LATE_WORK_EVERY_MS,
    reportLateWork({
      mail: service.get(mail),
      deliveries: service.get(deliveries),
      holds: service.get(holds),
      videoJobs: service.get(videoJobs),
      topUps: service.get(topUps),
      providers: () => [...service.get(payments).keys()],
      clock: service.get(clock),
      report: (work, waitedSeconds) =>
        log.warn({ work, waitedSeconds }, 'WORKER=off, and no worker does the work that waits: run `gateway work`'),
    }),
  ),
]
