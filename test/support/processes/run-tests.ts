import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { missingChromium } from './browser.ts'
import { programsLeftOut } from '../documents/client-programs.ts'
import { missingSchemas } from '../documents/openai-schemas.ts'
import { missingSamplePrograms } from '../documents/samples/sample-programs.ts'
import { makeTemplateDataDir, TEMPLATE_DATA_DIR_VARIABLE } from './gateway-process.ts'
import { makeServiceInOneFile, ONE_FILE_VARIABLE } from './service-in-one-file.ts'
import { makeTemplate, TEMPLATE_VARIABLE } from '../servers/databases.ts'
import { startPostgres } from '../servers/postgres-server.ts'
import { findRedis } from '../servers/redis.ts'

interface Counts {
  readonly passes: number
  readonly failures: number
}

interface Services {
  /** What the tests find in their environment. */
  readonly env: Readonly<Record<string, string>>
  /** What could not be had, and why. */
  readonly missing: readonly string[]
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../../..')
const ALL = 'test/**/*.test.ts'
/** Suites that kill processes, wait for leases to run out or play histories: minutes each. */
const LONG = 'test/**/*.long.test.ts'
/** Suites that open pages in a browser, which takes the longest after those. */
const IN_BROWSER = 'test/**/*.browser.test.ts'
/** Runs the long suites too. */
const EVERYTHING = '--all'
/** Each worker opens databases and starts services of its own. */
const MOST_JOBS = 4
/** One more than the machine has cores: suites often wait for a lease, a timer or a page, and leave a core idle. */
const JOBS = Math.min(availableParallelism() + 1, MOST_JOBS)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'no reason given')

const postgres = async (): Promise<Services> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return { env: {}, missing: [], stop: () => Promise.resolve() }
  try {
    const server = await startPostgres()
    return { env: { TEST_DATABASE_URL: server.url }, missing: [], stop: () => server.stop() }
  } catch (error) {
    const sentence = `PostgreSQL (it could not be started, TEST_DATABASE_URL names another: ${reasonOf(error)})`
    return { env: {}, missing: [sentence], stop: () => Promise.resolve() }
  }
}

/** One migrated database for all processes of a run, each of which would else make its own. */
const template = async (url: string | undefined): Promise<Services> => {
  if (url === undefined || url === '') return { env: {}, missing: [], stop: () => Promise.resolve() }
  const made = await makeTemplate({ url, stop: () => Promise.resolve() })
  return { env: { [TEMPLATE_VARIABLE]: made.name }, missing: [], stop: () => made.remove() }
}

/** The same for the embedded database. */
const templateDataDir = async (): Promise<Services> => {
  const made = await makeTemplateDataDir()
  return { env: { [TEMPLATE_DATA_DIR_VARIABLE]: made.path }, missing: [], stop: () => made.remove() }
}

/** The service as one file, from which the processes that tests start begin sooner. */
const serviceInOneFile = async (): Promise<Services> => {
  const made = await makeServiceInOneFile()
  return { env: { [ONE_FILE_VARIABLE]: made.folder }, missing: [], stop: () => made.remove() }
}

const redis = async (): Promise<Services> => {
  const found = await findRedis().catch(() => null)
  if (found !== null) return { env: { TEST_REDIS_URL: found.url }, missing: [], stop: () => found.close() }
  const sentence = 'Redis (TEST_REDIS_URL is not set, 127.0.0.1:6379 does not answer, no redis-server is on the PATH)'
  return { env: {}, missing: [sentence], stop: () => Promise.resolve() }
}

/** What needs nothing started: it is there or it is missing. */
const present = (missing: string | null): Services => ({
  env: {},
  missing: missing === null ? [] : [missing],
  stop: () => Promise.resolve(),
})

const startServices = async (isWholeRun: boolean): Promise<Services> => {
  const database = await postgres()
  const url = database.env['TEST_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']
  const all = [
    ...(isWholeRun ? [await template(url), await templateDataDir(), await serviceInOneFile()] : []),
    database,
    await redis(),
    present(missingSchemas()),
    present(missingChromium()),
    present(missingSamplePrograms()),
  ]
  return {
    env: Object.assign({}, ...all.map(({ env }) => env)) as Record<string, string>,
    missing: all.flatMap(({ missing }) => missing),
    stop: async () => {
      for (const each of all) await each.stop().catch(() => undefined)
    },
  }
}

const isCounts = (message: unknown): message is Counts =>
  typeof message === 'object' && message !== null && 'passes' in message && 'failures' in message

/** Sent some time after the report by a process that should have ended. */
const isLingering = (message: unknown): message is { readonly open: readonly string[] } =>
  typeof message === 'object' && message !== null && 'open' in message && Array.isArray(message.open)

/** A path or a pattern of paths, as opposed to an option or its value. */
const namesFiles = (argument: string): boolean => /\.[cm]?[jt]s$/.test(argument) || existsSync(resolve(root, argument))

/** One of each in turn, and then the rest of the longer list. */
const inTurn = (ones: readonly string[], others: readonly string[]): readonly string[] =>
  Array.from({ length: Math.max(ones.length, others.length) }, (_, at) => [
    ...ones.slice(at, at + 1),
    ...others.slice(at, at + 1),
  ]).flat()

/**
 * Of a whole run the files are run side by side, those that take longest first: one that begins last keeps a single
 * worker busy at the end. Long suites mostly wait, and pages in a browser keep the processors busy during that time.
 * Files that are named are run in their order.
 */
const specsOf = (argv: readonly string[]): readonly string[] => {
  if (argv.some(namesFiles)) return argv
  const options = argv.filter((argument) => argument !== EVERYTHING)
  const isEverything = options.length < argv.length
  const found = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted()
  const long = found(LONG)
  const files = new Set([...inTurn(long, found(IN_BROWSER)), ...found(ALL)])
  const wanted = [...files].filter((file) => isEverything || !long.includes(file))
  return [...options, '--parallel', '--jobs', String(JOBS), ...wanted]
}

/** Mocha in a process of its own: a test that brings it down still leaves someone to say so. */
const runMocha = async (argv: readonly string[], env: Services['env']): Promise<Counts & { readonly exit: number }> => {
  const mocha = join(dirname(createRequire(import.meta.url).resolve('mocha/package.json')), 'bin/mocha.js')
  const reporter = ['--reporter', join(root, 'bin/counting-reporter.cjs')]
  const options = {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'] as const,
  }
  const child = fork(mocha, [...reporter, ...specsOf(argv)], { ...options, stdio: [...options.stdio] })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  // A terminal interrupts the whole group, so mocha has heard of it already.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', pass)
  let counts: Counts | undefined
  child.on('message', (message) => {
    if (isCounts(message)) counts = message
    if (!isLingering(message)) return
    say(`the tests are over, but the process is kept alive by something they opened: ${message.open.join(', ')}`)
    child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (counts === undefined) {
    say('mocha ended before it could count')
    return { passes: 0, failures: 1, exit: code === null || code === 0 ? 1 : code }
  }
  return { ...counts, exit: counts.failures > 0 ? 1 : (code ?? 0) }
}

/**
 * Finds or starts the services that the suites want, runs mocha with `argv`, stops what was started, and says last
 * how many tests passed and failed. Without named files it runs all suites but the long ones, with `--all` those too.
 * Answers the exit code.
 */
export const runTests = async (argv: readonly string[]): Promise<number> => {
  const services = await startServices(!argv.some(namesFiles))
  const refused = services.missing.length > 0 && process.env['REQUIRE_SERVICES'] === '1'
  const result = refused ? { passes: 0, failures: 1, exit: 1 } : await runMocha(argv, services.env)
  await services.stop()
  for (const each of services.missing) say(`${refused ? 'needed and missing' : 'suites left out, missing'}: ${each}`)
  const programs = argv.includes(EVERYTHING) ? programsLeftOut() : []
  for (const each of programs) say(`suites left out, missing: ${each}`)
  say(`${result.passes} passed, ${result.failures} failed`)
  return result.exit
}
