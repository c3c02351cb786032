import type { ReloadCatalog } from '../../application/operators/reload-catalog.ts'
import type { Log } from '../observability/logging.ts'

/** The part of `process` that the signal needs. */
interface HangupSource {
  on(signal: 'SIGHUP', listener: () => void): unknown
}

/**
 * A SIGHUP makes the process read its catalogue again, as other servers read their configuration. A process on a
 * terminal keeps the signal's old meaning, which is that the terminal has gone.
 */
export const reloadOnHangup = (source: HangupSource, isTerminal: boolean, reload: ReloadCatalog, log: Log): void => {
  if (isTerminal) return
  source.on('SIGHUP', () => {
    reload().catch((err: unknown) => log.error({ err }, 'the catalogue could not be loaded again'))
  })
}
