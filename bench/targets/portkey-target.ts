import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnServer } from './child-process.ts'
import { freePort } from '../../test/support/servers/loopback.ts'
import type { Target } from './target.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = 'node_modules/@portkey-ai/gateway/build/start-server.js'

/**
 * Portkey is no dependency: the bench compares with it where it is installed, here or below BENCH_PORTKEY_DIR. Else
 * null.
 *
 * Release 1.15.2 fails each stream on Node: it adds headers to the answer of `fetch`, whose headers cannot be changed.
 * Its chunks are only compared where its installation copies that answer first (`new Response(body, answer)`).
 */
export const startPortkey = async (upstreamPort: number): Promise<Target | null> => {
  const folders = [process.env['BENCH_PORTKEY_DIR'], ROOT].filter((folder) => folder !== undefined)
  const program = folders.map((folder) => join(folder, PROGRAM)).find((path) => existsSync(path))
  if (program === undefined) return null
  const port = await freePort()
  const child = await spawnServer({
    args: [program, `--port=${port}`, '--headless'],
    cwd: dirname(program),
    env: { ...process.env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1' },
    port,
    readyPath: '/',
  })
  const headers = {
    authorization: 'Bearer bench',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
  }
  return { name: 'portkey', child, database: null, headers, stop: child.stop }
}
