import { openInspectorChannel } from '../inspector-channel.ts'

/** The calls of one function since the last reading, as V8 reports them. */
interface FunctionCoverage {
  readonly functionName: string
  /** The first range is the function itself, the others are blocks inside it. */
  readonly ranges: readonly [{ readonly startOffset: number; readonly count: number }]
}

export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly FunctionCoverage[]
}

export interface Inspector {
  /** Counts calls from now on. */
  startCounting(): Promise<void>
  /** All calls since the last reading; the next reading begins at zero. */
  takeCounts(): Promise<readonly ScriptCoverage[]>
  /** A process with an open inspector waits for it before it exits. */
  close(): void
}

/** Counts the calls of a process that was started with `--inspect`. */
export const connectInspector = async (address: string): Promise<Inspector> => {
  const { ask, close } = await openInspectorChannel(address)
  return {
    startCounting: async () => {
      await ask('Profiler.enable')
      await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    },
    takeCounts: async () => {
      const { result } = (await ask('Profiler.takePreciseCoverage')) as { readonly result: readonly ScriptCoverage[] }
      return result
    },
    close,
  }
}
