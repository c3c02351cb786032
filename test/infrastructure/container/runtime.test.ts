import { expect } from 'chai'
import { finishStaleVideos, sweepVideos } from '../../../src/infrastructure/container/gateway/videos.ts'
import { sweepResponses } from '../../../src/infrastructure/container/gateway/stored-responses.ts'
import { pruneMedia } from '../../../src/infrastructure/container/media.ts'
import { pruneMail } from '../../../src/infrastructure/container/mail.ts'
import { pruneDeliveries } from '../../../src/infrastructure/container/notifications/webhooks.ts'
import { clock, settledClock } from '../../../src/infrastructure/container/runtime.ts'
import { pruneSessions } from '../../../src/infrastructure/container/sessions.ts'

describe('standing work that ends or deletes what is overdue', () => {
  for (const work of [
    finishStaleVideos,
    pruneDeliveries,
    pruneMail,
    pruneMedia,
    pruneSessions,
    sweepResponses,
    sweepVideos,
  ]) {
    it(`follows no clock that is ahead for a moment: ${work.name}`, () => {
      expect(work.needs).to.include(settledClock).and.not.include(clock)
    })
  }
})
