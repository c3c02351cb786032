export declare const nodeProblem: (version: string) => string | null
export declare const silenceExperimentalWarnings: () => void
export declare const keepCompiledCode: (folder: string) => void
export declare const makeObjectsYoung: () => void
export declare const onGoodNode: (start: () => Promise<unknown>) => Promise<void>
