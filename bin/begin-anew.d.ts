interface Running {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execve?: unknown
}
export declare const thriftyEnvironment: (running: Running) => Readonly<Record<string, string | undefined>> | null

interface RunningNode {
  readonly platform: string
  readonly arch: string
  readonly versions: { readonly node: string }
  readonly execve?: unknown
  readonly execArgv?: readonly string[]
}
export declare const servingNode: (running: RunningNode) => string | null
export declare const beginOnServingNode: () => void
export declare const beginLongCommandAnew: () => void
