import type { ReloadCatalog } from '../../application/operators/reload-catalog.ts'
import type { Log } from '../observability/logging.ts'

/** The part of `process` that the signal needs. */
interface HangupSource {
  on(signal: 'SIGHUP', listener: () => void): unknown
}

export interface Hangups {
  /** From now on a SIGHUP reloads the catalogue; one that came before does so now. */
  reloadBy(reload: ReloadCatalog): void
}

/**
 * A SIGHUP makes the process read its catalogue again, as other servers read their configuration. One that comes while
 * the process starts waits for the end of the start, and does not end the process. A process on a terminal keeps the
 * signal's old meaning, which is that the terminal has gone.
 */
export const listenForHangups = (source: HangupSource, isTerminal: boolean, log: Log): Hangups => {
  let isWaiting = false
  let onHangup = (): void => void (isWaiting = true)
  if (!isTerminal) source.on('SIGHUP', () => onHangup())
  return {
    reloadBy: (reload) => {
      onHangup = () =>
        void reload().catch((err: unknown) => log.error({ err }, 'the catalogue could not be loaded again'))
      if (isWaiting) onHangup()
    },
  }
}
