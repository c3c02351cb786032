import type { ConfigProblem } from './config-problem.ts'
import { textOf } from './environment-variable.ts'
import type { Environment } from './environment-variable.ts'
import type { Values } from './values.ts'

/** What a process is going to do: serve or work, change signing keys, read and write rows, or none of these. */
export type Purpose = 'serve' | 'signing_keys' | 'database' | 'offline'

type Need = 'DATABASE_URL' | 'PUBLIC_BASE_URL' | 'MASTER_KEY'

const NEEDS: Readonly<Record<Purpose, readonly Need[]>> = {
  serve: ['DATABASE_URL', 'PUBLIC_BASE_URL', 'MASTER_KEY'],
  signing_keys: ['DATABASE_URL', 'MASTER_KEY'],
  database: ['DATABASE_URL'],
  offline: [],
}

const EXPECTED: Readonly<Record<Need, string>> = {
  DATABASE_URL: 'a PostgreSQL URL: NODE_ENV is production, and the embedded database survives no power cut',
  PUBLIC_BASE_URL: 'the address that clients see: NODE_ENV is production',
  MASTER_KEY:
    'a key that wraps the secrets in the database, such as `openssl rand -base64 32` prints: NODE_ENV is production',
}

const insecure = ({ PUBLIC_BASE_URL: url, ALLOW_HTTP: allowed }: Values): readonly ConfigProblem[] =>
  url === null || allowed === true || url.startsWith('https:')
    ? []
    : [
        {
          name: 'PUBLIC_BASE_URL',
          found: 'it is an http:// address',
          expected: 'https://, since NODE_ENV is production (ALLOW_HTTP=on allows http://)',
        },
      ]

/** What production must have and does not (contract 11). A variable that is set and wrong is reported elsewhere. */
export const missingInProduction = (values: Values, env: Environment, purpose: Purpose): readonly ConfigProblem[] => {
  if (values.NODE_ENV !== 'production') return []
  const needs = NEEDS[purpose]
  return [
    ...needs
      .filter((name) => textOf(env, name) === null)
      .map((name) => ({ name, found: 'it is not set', expected: EXPECTED[name] })),
    ...(needs.includes('PUBLIC_BASE_URL') ? insecure(values) : []),
  ]
}
