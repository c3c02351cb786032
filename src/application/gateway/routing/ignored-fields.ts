import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { Deployment } from '../../../domain/catalog/model.ts'
import { isAskedNatively } from '../../../domain/chat/native.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { ImageParams } from '../../../domain/images/plan.ts'
import type { ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { ImageProvider } from '../../ports/providers/image-provider.ts'

interface ReportsIgnoredFields<Q> {
  ignoredFields(question: Q): readonly string[]
}

interface IgnoredFieldsDeps<P> {
  readonly catalog: ModelCatalog
  /** By provider id. */
  readonly providers: ReadonlyMap<string, P>
}

/**
 * Fields of a request that are not sent to some provider of the model, each once. Known before a provider is asked, so
 * that a stream can say it in its head. With several providers, names every field that at least one of them is not
 * sent. `questionFor` may leave a provider out.
 */
const ignoredBy = <Q extends { readonly deployment: Deployment }>(
  { catalog, providers }: IgnoredFieldsDeps<ReportsIgnoredFields<Q>>,
  modelId: string,
  questionFor: (deployment: Deployment) => Q | null,
): readonly string[] => {
  const model = findModel(catalog, modelId, null)
  if (isLeft(model)) return []
  const names = model.right.deployments.flatMap((deployment) => {
    const question = questionFor(deployment)
    return question === null ? [] : (providers.get(deployment.provider)?.ignoredFields(question) ?? [])
  })
  return names.length === 0 ? names : [...new Set(names)]
}

/**
 * `isNativeAnswer`: whether the answer came in the surface's own wire, so that only such providers are meant; null: not
 * known.
 */
export const ignoredChatFields =
  (deps: IgnoredFieldsDeps<ChatProvider>) =>
  (request: ChatRequest, native?: NativeRequest, isNativeAnswer: boolean | null = null): readonly string[] =>
    ignoredBy(deps, request.model, (deployment) => {
      if (isNativeAnswer !== false && isAskedNatively(deployment, native)) return { deployment, request, native }
      return isNativeAnswer === true ? null : { deployment, request }
    })

export const ignoredImageFields =
  (deps: IgnoredFieldsDeps<ImageProvider>) =>
  (ask: ImageParams<unknown>): readonly string[] =>
    ignoredBy(deps, ask.model, (deployment) => ({
      deployment,
      // Images are never ignored, so they are removed before the check.
      request: { ...ask, images: [], referenceImages: [], mask: null },
    }))
