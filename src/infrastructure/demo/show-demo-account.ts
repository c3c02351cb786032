import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMicro } from '../../domain/money/decimal.ts'
import type { DemoAccount } from './demo-account.ts'

/** Where the credentials of the demo account stand. */
const fileIn = (dataDir: string): string => join(dataDir, 'demo-account.json')

const banner = (demo: DemoAccount, baseUrl: string, file: string): string => `
A demo account was made, because this installation had none. Its credentials also stand in ${file}:

  e-mail     ${demo.email}
  password   ${demo.password}
  API key    ${demo.apiKey}
  balance    ${formatMicro(demo.balances.RUB, 'RUB')} RUB and ${formatMicro(demo.balances.TOKEN, 'TOKEN')} TOKEN

Open ${baseUrl} in a browser, read ${baseUrl}/docs, or try it here:

  curl '${baseUrl}/v1/chat/completions' \\
    -H 'Authorization: Bearer ${demo.apiKey}' \\
    -H 'Content-Type: application/json' \\
    -d '{"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello, gateway"}]}'

`

/**
 * Keeps the credentials in a file for its owner alone and answers what to print: to a terminal all of them, anywhere
 * else, where a log collector may read along, one line that names the file.
 */
export const showDemoAccount = (
  demo: DemoAccount,
  {
    dataDir,
    baseUrl,
    isTerminal,
  }: { readonly dataDir: string; readonly baseUrl: string; readonly isTerminal: boolean },
): string => {
  const file = fileIn(dataDir)
  const credentials = { email: demo.email, password: demo.password, api_key: demo.apiKey }
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  return isTerminal ? banner(demo, baseUrl, file) : `A demo account was made; its credentials stand in ${file}\n`
}
