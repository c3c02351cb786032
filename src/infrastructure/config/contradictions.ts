import type { ConfigProblem } from './config-problem.ts'
import { textOf } from './environment-variable.ts'
import type { Environment } from './environment-variable.ts'
import { paymentProblems } from './payment-providers.ts'
import type { Values } from './values.ts'

/** One without the others would silently keep files somewhere else. */
const S3_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const halfStored = (env: Environment): readonly ConfigProblem[] => {
  const absent = S3_VARIABLES.filter((name) => textOf(env, name) === null)
  return absent.length === S3_VARIABLES.length
    ? []
    : absent.map((name) => ({ name, found: 'it is not set', expected: 'a value, as other S3 variables have one' }))
}

/** No other process can work on the embedded database. */
const idle = ({ WORKER: worker }: Values, env: Environment): readonly ConfigProblem[] =>
  worker === false && textOf(env, 'DATABASE_URL') === null
    ? [{ name: 'WORKER', found: 'it is off', expected: 'on, since DATABASE_URL is not set' }]
    : []

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

const areOneAddress = (...hosts: readonly (string | null)[]): boolean => {
  const addresses = new Set(hosts.map((host) => (host === 'localhost' ? '127.0.0.1' : host)))
  return addresses.size === 1 || hosts.some((host) => host !== null && EVERY_ADDRESS.has(host))
}

/** Two servers cannot share one address; on different hosts the port may be the same. */
const sharedPort = ({ PORT: port, HOST: host, METRICS_PORT: metrics, METRICS_HOST: metricsHost }: Values) =>
  metrics !== null && metrics !== 0 && metrics === port && areOneAddress(metricsHost, host)
    ? [{ name: 'METRICS_PORT', found: 'it is the same as PORT', expected: 'a port of its own' }]
    : []

/** What is wrong between variables that are each right by themselves. */
export const contradictions = (values: Values, env: Environment): readonly ConfigProblem[] => {
  const { TOPUP_MIN: least, TOPUP_MAX: most, SMTP_URL: smtp, MAIL_FROM: from } = values
  return [
    ...(least !== null && most !== null && least > most
      ? [{ name: 'TOPUP_MAX', found: 'it is below TOPUP_MIN', expected: 'an amount of at least TOPUP_MIN' }]
      : []),
    ...(smtp !== null && from === null
      ? [{ name: 'MAIL_FROM', found: 'it is missing', expected: 'the sender, since SMTP_URL is set' }]
      : []),
    ...idle(values, env),
    ...sharedPort(values),
    ...paymentProblems(values),
    ...halfStored(env),
  ]
}
