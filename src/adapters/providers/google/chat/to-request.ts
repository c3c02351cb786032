import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { parametersOf, withFixedFields } from '../deployment-parameters.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'
import { modelPath } from '../model-path.ts'
import type { FetchedFiles } from './inline-files.ts'
import { toContents } from './to-contents.ts'
import type { Contents } from './to-contents.ts'
import { toGenerationConfig } from './to-generation-config.ts'
import { toTools } from './to-tools.ts'
import type { GoogleTools } from './to-tools.ts'

interface ToRequestOptions {
  readonly fetched: FetchedFiles
  readonly isStream: boolean
  /** Whether the provider gets no signature of earlier answers, because it could not read one. */
  readonly leavesOutReasoning?: boolean | undefined
}

/** What to post for a chat. A Left names the field that this wire cannot carry. */
export const toRequest = (
  request: ChatRequest,
  deployment: Deployment,
  { fetched, isStream, leavesOutReasoning }: ToRequestOptions,
): Either<UpstreamFailure, ProviderRequest> => {
  const parameters = parametersOf(deployment)
  const generationConfig = toGenerationConfig(request, parameters)
  if (isLeft(generationConfig)) return generationConfig
  const asked = toTools(request)
  if (isLeft(asked)) return asked
  const isJson = generationConfig.right['responseMimeType'] !== undefined
  const tools = isJson ? beside(asked.right, parameters) : asked
  if (isLeft(tools)) return tools
  const conversation = toContents(request.messages, fetched, parameters, leavesOutReasoning)
  if (isLeft(conversation)) return conversation
  const tier = tierOf(request)
  const body = {
    ...placed(conversation.right, parameters),
    ...tools.right.fields,
    generationConfig: generationConfig.right,
    ...(tier === null ? {} : { serviceTier: tier }),
  }
  const path = modelPath(deployment, isStream ? 'streamGenerateContent?alt=sse' : 'generateContent')
  return right({ path, body: withFixedFields(body, deployment) })
}

/** Tools beside JSON output: some models take them, and then only if they may choose freely. */
const beside = (tools: GoogleTools, { jsonWithTools }: GoogleParameters): Either<UpstreamFailure, GoogleTools> => {
  if (tools.mode === null || tools.mode === 'NONE') return right({ mode: null, fields: {} })
  if (!jsonWithTools) return unsupported('response_format', 'This model gives no JSON output together with tools.')
  return tools.mode === 'AUTO'
    ? right(tools)
    : unsupported('tool_choice', 'Together with JSON output this model cannot be made to call a tool.')
}

/** The system texts in a place of their own, or, where there is none, in the caller's turn. */
const placed = ({ system, contents }: Contents, { systemInstruction }: GoogleParameters): Wire => {
  const texts = system.map((text) => ({ text }))
  if (texts.length === 0) return { contents }
  if (systemInstruction) return { contents, systemInstruction: { parts: texts } }
  const [first, ...rest] = contents
  return first?.['role'] === 'user'
    ? { contents: [{ role: 'user', parts: [...texts, ...(arrayOf(first['parts']) ?? [])] }, ...rest] }
    : { contents: [{ role: 'user', parts: texts }, ...contents] }
}

/** Tiers other than the ordinary one; the price list has a row for each that comes this far. */
const tierOf = (request: ChatRequest): string | null => {
  const tier = stringOf(request['service_tier'])
  return tier === 'flex' || tier === 'priority' ? tier : null
}
