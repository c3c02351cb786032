export declare const nodeProblem: (version: string) => string | null
export declare const silenceExperimentalWarnings: () => void
export declare const keepCompiledCode: (folder: string) => void
export declare const makeObjectsYoung: () => void
export declare const endOnSignals: () => void
export declare const onGoodNode: (start: () => Promise<unknown>) => Promise<void>

interface Running {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execve?: unknown
}
export declare const thriftyEnvironment: (running: Running) => Readonly<Record<string, string | undefined>> | null
export declare const beginThriftily: () => void
