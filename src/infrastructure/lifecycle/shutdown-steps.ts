import { keyUses } from '../container/api-keys.ts'
import { stoppableReads } from '../container/gateway/openai.ts'
import { firstTokens, keyedCalls, keyRefusals, reservationBook, settlements } from '../container/metering.ts'
import type { Service, ServiceDeps } from '../container/open-service.ts'
import { instance } from '../container/runtime.ts'
import type { ControlServer } from '../control/control-server.ts'
import type { DataDirLease } from '../data-dir/data-dir.ts'
import type { ProcessJournal } from '../resources/open-journal.ts'
import { httpDrain } from '../server/drain-http-server.ts'
import type { HttpServer } from '../server/http-server.ts'
import type { Repetition } from './repeat.ts'
import type { ShutdownStep } from './shutdown.ts'

/** What runs in a server, as far as it is stopped. */
interface Running {
  readonly lease: Pick<DataDirLease, 'release'> | null
  readonly service: Pick<Service, 'get' | 'close'>
  readonly http: Pick<HttpServer, 'server'>
  readonly control: Pick<ControlServer, 'close'> | null
  readonly loops: readonly Pick<Repetition, 'stop'>[]
  readonly journal: Pick<ProcessJournal, 'close'>
  readonly closeMetrics: () => Promise<void>
}

/** Long enough for most answers; a balancer has taken this instance out long before. */
const DRAIN_MS = 30_000

/**
 * In this order: nothing that a later step closes is still used by an earlier one. `docs/deploy.md` says how long a
 * supervisor waits before it kills the process, which is longer than all these steps may take together.
 */
export const shutdownSteps = (
  { lease, service, http, control, loops, journal, closeMetrics }: Running,
  { log, tracing }: Pick<ServiceDeps, 'log' | 'tracing'>,
): readonly ShutdownStep[] => {
  const drain = httpDrain(http.server)
  return [
    {
      name: 'stop listening',
      timeoutMs: 1_000,
      run: () => {
        service.get(reservationBook).stopReserving()
        return drain.stopListening()
      },
    },
    {
      name: 'let answers finish',
      timeoutMs: DRAIN_MS + 2_000,
      run: async () => {
        const cut = await drain.drain(DRAIN_MS)
        if (cut > 0) log.warn({ cut }, 'connections were cut before their answers were whole')
      },
    },
    { name: 'stop waiting for providers', timeoutMs: 1_000, run: () => service.get(stoppableReads).stop() },
    { name: 'record what was answered', timeoutMs: 10_000, run: () => service.get(keyedCalls).drain() },
    { name: 'settle what was answered', timeoutMs: 15_000, run: () => service.get(settlements).drain() },
    { name: 'end reservations', timeoutMs: 5_000, run: () => service.get(reservationBook).endAll() },
    { name: 'finish commands', timeoutMs: 10_000, run: () => control?.close() },
    {
      name: 'stop loops',
      timeoutMs: 10_000,
      run: async () => {
        await Promise.all(loops.map((loop) => loop.stop()))
        await service.get(keyUses).flush()
        await service.get(keyRefusals).flush()
        await service.get(firstTokens).flush()
      },
    },
    { name: 'end as an instance', timeoutMs: 5_000, run: () => service.get(instance).end() },
    { name: 'close the metrics', timeoutMs: 1_000, run: closeMetrics },
    { name: 'send spans', timeoutMs: 5_000, run: () => tracing?.close() },
    { name: 'close connections', timeoutMs: 10_000, run: () => service.close() },
    { name: 'close the journal', timeoutMs: 2_000, run: () => journal.close() },
    { name: 'release the data directory', timeoutMs: 1_000, run: () => lease?.release() },
  ]
}
