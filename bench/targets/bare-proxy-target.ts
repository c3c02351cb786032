import { forkProgram } from './child-process.ts'
import type { Target } from './target.ts'

export const startBareProxy = async (upstreamPort: number): Promise<Target> => {
  const child = await forkProgram('./bare-proxy.ts', [String(upstreamPort)])
  return { name: 'bare proxy', child, database: null, headers: { authorization: 'Bearer bench' }, stop: child.stop }
}
