import { endLostWork as makeEndLostWork } from '../../application/instances/end-lost-work.ts'
import { endOtherInstances as makeEndOtherInstances } from '../../application/instances/end-other-instances.ts'
import { endSilentInstances as makeEndSilentInstances } from '../../application/instances/end-silent-instances.ts'
import { provision } from './provision.ts'
import { instance, instances, monotonicMs } from './runtime.ts'
import { sweepLostVideos } from './gateway/videos.ts'
import { sweepHolds, sweepRecords, sweepReservations } from './metering.ts'

const endLostWork = provision('endLostWork', makeEndLostWork, { sweepHolds, sweepReservations, sweepRecords })

export const endSilentInstances = provision('endSilentInstances', makeEndSilentInstances, {
  instances,
  endLostWork,
  monotonicMs,
})

export const endOtherInstances = provision('endOtherInstances', makeEndOtherInstances, {
  instances,
  instance,
  endLostWork,
  sweepLostVideos,
})
