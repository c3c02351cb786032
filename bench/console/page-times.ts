import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsoleIfOld } from '../../console/build/build-console.ts'
import { makeOperator } from '../../test/support/accounts/operator.ts'
import { browserStarter } from '../../test/support/processes/browser.ts'
import { startGateway } from '../../test/support/processes/gateway-process.ts'
import { withOwnDatabase } from '../own-database.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { ascending, percentile } from '../statistics.ts'
import { deepQuestion } from './deep-question.ts'
import { pageQuestions } from './page-questions.ts'
import { HEAVY_EMAIL, SCALE, writeScaleRows } from './scale-rows.ts'

/** How long all that one page asks takes, the questions together as the browser asks them. */
export interface PageTime {
  readonly name: string
  readonly questions: number
  readonly p50Ms: number
  readonly p95Ms: number
  /** The question that was answered last most often. */
  readonly slowest: string
}

const ROUNDS = 20
const WARM_UP = 3
/** Limits that one reader of every page does not run into. */
const LIMITS = {
  AUTH_RATE_LIMIT_PER_MINUTE: '100000',
  AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: '100000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '100000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000',
}

interface Answered {
  readonly question: string
  readonly ms: number
}

const asker =
  (url: string, accessToken: string) =>
  async (question: string): Promise<string> => {
    const answer = await fetch(`${url}${question}`, { headers: { authorization: `Bearer ${accessToken}` } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${question} was answered with ${answer.status}: ${text}`)
    return text
  }

type Ask = ReturnType<typeof asker>

const timed = async (ask: Ask, question: string): Promise<Answered> => {
  const startedAt = performance.now()
  await ask(question)
  return { question, ms: performance.now() - startedAt }
}

const measure = async (ask: Ask, name: string, questions: readonly string[]): Promise<PageTime> => {
  const slowest: Answered[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const answered = await Promise.all(questions.map((question) => timed(ask, question)))
    const last = answered.reduce((a, b) => (b.ms > a.ms ? b : a))
    if (round >= 0) slowest.push(last)
  }
  const times = ascending(slowest.map(({ ms }) => ms))
  const counts = Map.groupBy(slowest, ({ question }) => question)
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  const [p50Ms, p95Ms] = [percentile(times, 0.5), percentile(times, 0.95)]
  return { name, questions: questions.length, p50Ms, p95Ms, slowest: most?.[0] ?? '' }
}

const signIn = async (url: string, password: string): Promise<string> => {
  const answer = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: HEAVY_EMAIL, password }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token?: string }
  if (token === undefined) throw new Error(`the sign-in was answered with ${answer.status}`)
  return token
}

const measureAt = async (databaseUrl: string, dataDir: string): Promise<readonly PageTime[]> => {
  const startBrowser = browserStarter()
  if (startBrowser === null) throw new Error('what pages ask is seen by a browser: there is no Chromium here')
  const environment = { ...LIMITS, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SANDBOX_PAYMENTS: 'on' }
  const gateway = await startGateway(environment)
  try {
    const { email, password, idOf } = await makeOperator({ environment }, gateway.url)
    const rows = await writeScaleRows(databaseUrl, await idOf(email))
    const browser = await startBrowser()
    try {
      const opened = await pageQuestions(browser, gateway.url, rows, { email: HEAVY_EMAIL, password })
      const ask = asker(gateway.url, await signIn(gateway.url, password))
      const measured: PageTime[] = []
      for (const { address, questions } of opened.filter((page) => page.questions.length > 0)) {
        measured.push(await measure(ask, address, questions))
        for (const question of questions) {
          const deep = deepQuestion(rows, question, await ask(question))
          if (deep !== null) measured.push(await measure(ask, `${address}, deep`, [deep]))
        }
      }
      return measured
    } finally {
      await browser.close()
    }
  } finally {
    await gateway.end('SIGTERM')
  }
}

/** How long the answers to every page of the console take at full size, on a database of its own, which it drops. */
export const benchConsole = async (): Promise<readonly PageTime[]> => {
  await buildConsoleIfOld()
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-'))
  try {
    return await withOwnDatabase((url) => measureAt(url, dataDir))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const PAGE_GATE_MS = 300

export const consoleTable = (pages: readonly PageTime[]): string =>
  [
    `pages among ${number(SCALE.receipts)} receipts and ${number(SCALE.accounts)} accounts`.padEnd(72) +
      ['questions', 'p50 ms', 'p95 ms'].map((name) => name.padStart(12)).join('') +
      '  answered last',
    ...pages.map(
      ({ name, questions, p50Ms, p95Ms, slowest }) =>
        name.padEnd(72) +
        [number(questions), number(p50Ms, 1), number(p95Ms, 1)].map((cell) => cell.padStart(12)).join('') +
        `  ${slowest}`,
    ),
  ].join('\n')

export const consoleGates = (pages: readonly PageTime[]): readonly Gate[] => {
  const slowest = pages.reduce<PageTime | null>((a, b) => (a === null || b.p95Ms > a.p95Ms ? b : a), null)
  return [
    {
      name: `the slowest page of the console, p95 (${slowest?.name ?? ''})`,
      value: slowest?.p95Ms ?? null,
      gate: PAGE_GATE_MS,
      goal: null,
      direction: 'under',
      unit: ' ms',
    },
  ]
}
