import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import type { Deployment, Model } from '../../../domain/catalog/model.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { EmbeddingProvider } from '../../ports/providers/embedding-provider.ts'
import type { ImageProvider } from '../../ports/providers/image-provider.ts'
import type { SpeechProvider } from '../../ports/providers/speech-provider.ts'
import type { TranscriptionProvider } from '../../ports/providers/transcription-provider.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import {
  askForOneImage,
  askForOneSound,
  askForOneTranscript,
  askForOneVector,
  askForOneWord,
} from './test-questions.ts'
import type { TestAnswer, TestCall } from './test-questions.ts'

interface TestProviderDeps {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly chat: ReadonlyMap<string, ChatProvider>
  readonly embedding: ReadonlyMap<string, EmbeddingProvider>
  readonly speech: ReadonlyMap<string, SpeechProvider>
  readonly image: ReadonlyMap<string, ImageProvider>
  readonly transcription: ReadonlyMap<string, TranscriptionProvider>
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
}

interface TestProviderInput {
  readonly operatorId: string
  readonly provider: string
  readonly upstreamModel: string
}

/**
 * `no_test_call`: models of videos have none. The shortest video is charged in full, takes minutes, and cannot be taken
 * back once it is ordered.
 */
type TestProviderFailure = NoOperator | { readonly tag: 'unknown_deployment' } | { readonly tag: 'no_test_call' }

export interface TestReport {
  readonly answer: Either<UpstreamFailure, TestAnswer>
  readonly totalMs: number
}

export type TestProvider = (input: TestProviderInput) => Promise<Either<TestProviderFailure, TestReport>>

interface Found {
  readonly model: Model
  readonly deployment: Deployment
}

/** After this long a test call is given up. An image takes its time. */
const TEST_CALL_MS = 20_000
const IMAGE_MS = 120_000

const find = ({ models }: ModelCatalog, input: TestProviderInput): Found | null => {
  const name = deploymentName(input)
  for (const model of models.values()) {
    const deployment = model.deployments.find((each) => deploymentName(each) === name)
    if (deployment !== undefined) return { model, deployment }
  }
  return null
}

type Question = (call: TestCall) => Promise<Either<UpstreamFailure, TestAnswer>>

/** How a model of that kind is asked for the least that it can give. */
const questionOf = (deps: TestProviderDeps, { model, deployment }: Found): Question | null => {
  const { provider } = deployment
  switch (model.kind) {
    case 'chat': {
      const port = deps.chat.get(provider)
      return port === undefined ? null : (call) => askForOneWord(port, model, call, deps.monotonicMs)
    }
    case 'embedding': {
      const port = deps.embedding.get(provider)
      return port === undefined ? null : (call) => askForOneVector(port, model, call)
    }
    case 'speech': {
      const port = deps.speech.get(provider)
      return port === undefined ? null : (call) => askForOneSound(port, model, call)
    }
    case 'image': {
      const port = deps.image.get(provider)
      return port === undefined ? null : (call) => askForOneImage(port, model, call)
    }
    case 'transcription': {
      const port = deps.transcription.get(provider)
      return port === undefined ? null : (call) => askForOneTranscript(port, model, call)
    }
    case 'video':
      return null
  }
}

/**
 * One small, real call of a deployment, also where it is switched off or its circuit is open. No customer pays for it:
 * the provider charges the operator for some 10 tokens of prompt and 64 of output at most, 3 characters of speech, one
 * second of a recording, or one image.
 */
export const testProvider =
  (deps: TestProviderDeps): TestProvider =>
  async (input) => {
    const found = find(deps.catalog, input)
    if (found === null) return left({ tag: 'unknown_deployment' })
    const question = questionOf(deps, found)
    if (question === null) return left({ tag: 'no_test_call' })
    const { operatorId, provider, upstreamModel } = input
    // Written down first: a call that costs money has its record, whatever comes of it.
    const noted = await deps.unitOfWork.transact<NoOperator, null>((stores) =>
      noteAction(deps, stores, {
        operatorId,
        command: 'providers test',
        subject: deploymentName(input),
        arguments: { provider, upstream_model: upstreamModel },
        before: null,
        after: null,
        reason: null,
      }),
    )
    if (isLeft(noted)) return noted
    const startedMs = deps.monotonicMs()
    const signal = AbortSignal.timeout(found.model.kind === 'image' ? IMAGE_MS : TEST_CALL_MS)
    const call = { operationId: deps.ids.next(), deployment: found.deployment, startedMs, signal }
    const answer = await question(call)
    return right({ answer, totalMs: Math.round(deps.monotonicMs() - startedMs) })
  }
