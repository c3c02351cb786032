import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { fetchOpenApiCheck } from '../../support/documents/openapi-check.ts'
import type { ExpectDocumented } from '../../support/documents/openapi-check.ts'
import { RUNS } from '../../support/documents/samples/run-samples.ts'
import type { SampleJob, SampleResult } from '../../support/documents/samples/run-samples.ts'
import { sampledOperations } from '../../support/documents/samples/sample-pages.ts'
import type { SampledOperation, SampleLanguage } from '../../support/documents/samples/sample-pages.ts'
import { areSamplesTried, missingSamplePrograms } from '../../support/documents/samples/sample-programs.ts'
import { makeSampleReader } from '../../support/documents/samples/sample-reader.ts'
import type { SampleReader } from '../../support/documents/samples/sample-reader.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { wavOfSeconds } from '../../support/media/recordings.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * Samples that the service refuses, since a reader has what they need from elsewhere: a token of a mail message, of a
 * social provider or of a payment, a social identity, the browser of the console, or mail that waits.
 */
const REFUSED: ReadonlySet<string> = new Set([
  'refreshSession',
  'signInWithGoogle',
  'signInWithYandex',
  'linkGoogle',
  'linkYandex',
  'unlinkGoogle',
  'unlinkYandex',
  'verifyEmail',
  'resetPassword',
  'receivePaymentNotification',
  'unsubscribe',
  'retryMail',
  'giveUpMail',
])

const isRefused = ({ id, path }: SampledOperation): boolean =>
  REFUSED.has(id) || (path.startsWith('/v1/console/') && id !== 'endConsoleSession')

/** Samples that end what others need run last, in this order. */
const LAST = [
  'deleteResponse',
  'deleteConversation',
  'endSession',
  'deleteApiKey',
  'deleteWebhook',
  'endConsoleSession',
  'logOut',
  'changePassword',
  'deleteAccount',
]

const inOrder = (operations: readonly SampledOperation[]): readonly SampledOperation[] =>
  operations.toSorted((one, other) => LAST.indexOf(one.id) - LAST.indexOf(other.id))

/** Pages of the official SDK: the sample prints their elements alone. */
const LISTS_OF_SDK = ['listModels', 'listInputItems', 'listVideos']

const LANGUAGES: Readonly<Record<SampleLanguage, string>> = { sh: 'curl', python: 'Python', ts: 'TypeScript' }

const suite = (): void => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let operations: readonly SampledOperation[]
  let operator: Operator
  /** The account that samples of operators close, open and credit. */
  let accountId: string
  let expectDocumented: ExpectDocumented

  before(async () => {
    world = await openWorld()
    gateway = await world.serve()
    operations = inOrder(await sampledOperations(gateway.url))
    operator = await makeOperator(world, gateway.url)
    accountId = await operator.idOf((await makeCustomer(gateway.url, '10')).email)
    expectDocumented = await fetchOpenApiCheck(gateway.url)
  })
  after(() => world.remove())

  const jobOf = (operation: SampledOperation, language: SampleLanguage, reader: SampleReader): SampleJob => {
    const { id, samples } = operation
    const written = samples[language]
    if (written === undefined) throw new Error(`the page of ${id} has no sample in ${language}`)
    const text = written
      .replace(/(?<=[/='])[A-Z][A-Z_]+(?=['"/&?\s]|$)/g, (word) => reader.valueOf(id, word) ?? word)
      .replaceAll('ann@example.com', reader.emailFor(id))
      // The process of a test listens on a port that its configuration does not name.
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, gateway.url)
    return { id, text, environment: reader.environmentFor(id) }
  }

  const run = async (language: SampleLanguage): Promise<readonly SampleResult[]> => {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-samples-'))
    try {
      await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
      await writeFile(join(directory, 'package.json'), '{"type":"module"}')
      await writeFile(join(directory, 'recording.wav'), wavOfSeconds(1))
      const reader = await makeSampleReader(gateway.url, LANGUAGES[language].toLowerCase(), {
        accessToken: operator.accessToken,
        accountId,
        isFor: (id) => operations.some((each) => each.id === id && each.path.startsWith('/v1/operator/')),
      })
      const jobs = operations.map((operation) => jobOf(operation, language, reader))
      return await RUNS[language](jobs, directory)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  /** What is wrong with what a sample printed; null where nothing is. */
  const problemOf = (operation: SampledOperation, out: string, isPage: boolean): string | null => {
    if (operation.mediaType !== 'application/json') return null
    try {
      const body: unknown = JSON.parse(out)
      if (!isPage) expectDocumented(operation.id, operation.status, body)
      else if (!Array.isArray(body) || body.length === 0) return `no list: ${out}`
      return null
    } catch (error) {
      return error instanceof SyntaxError && operation.id === 'createTranslation' ? null : String(error)
    }
  }

  for (const language of Object.keys(LANGUAGES) as readonly SampleLanguage[]) {
    it(`in ${LANGUAGES[language]} work as they stand, for every endpoint`, async function () {
      this.timeout(600_000)
      const results = new Map((await run(language)).map((result) => [result.id, result]))
      const problems = operations.flatMap((operation) => {
        const { id } = operation
        const result = results.get(id)
        if (result === undefined) return [`${id} did not run`]
        const { error, out } = result
        if (isRefused(operation)) {
          // The body of a refusal, which the sample shows.
          return /"(?:code|type)":"/.test(error ?? '') ? [] : [`${id} was not refused: ${error} ${out.slice(0, 300)}`]
        }
        if (error !== null) return [`${id}: ${error.slice(0, 400)}`]
        const problem = problemOf(operation, out, language === 'ts' && LISTS_OF_SDK.includes(id))
        return problem === null ? [] : [`${id}: ${problem.slice(0, 400)}`]
      })
      expect(operations.length).to.be.above(100)
      expect(problems).to.deep.equal([])
    })
  }
}

if (areSamplesTried()) describe('the samples of /docs', suite)
else process.stdout.write(`  left out, missing: ${missingSamplePrograms()}: the samples of /docs\n`)
