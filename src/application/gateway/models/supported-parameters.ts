import type { Deployment, Model } from '../../../domain/catalog/model.ts'
import { optionalFieldsOf } from '../../../domain/catalog/optional-fields.ts'
import type { OptionalField } from '../../../domain/catalog/optional-fields.ts'
import { plainImageRequest } from '../../../domain/images/request.ts'
import type { ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { ImageProvider } from '../../ports/providers/image-provider.ts'

interface SupportedParametersDeps {
  /** By provider id. */
  readonly chatProviders: ReadonlyMap<string, Pick<ChatProvider, 'ignoredFields'>>
  /** By provider id. */
  readonly imageProviders: ReadonlyMap<string, Pick<ImageProvider, 'ignoredFields'>>
}

/** Names the optional fields of a request that reach a model. */
export type SupportedParameters = (model: Model) => readonly string[]

/**
 * The optional fields that the catalogue allows and that every provider of the model is given; by the same code that
 * names the fields which a call leaves out. Providers of speech, recordings, videos and embeddings are given all that
 * the catalogue allows.
 */
export const supportedParameters = ({
  chatProviders,
  imageProviders,
}: SupportedParametersDeps): SupportedParameters => {
  const isIgnoredBy = (model: Model, deployment: Deployment, { name, example, asked }: OptionalField): boolean => {
    if (model.kind === 'chat') {
      const provider = chatProviders.get(deployment.provider)
      return (asked ?? [{ [name]: example }]).some((fields) => {
        const request = { model: model.id, messages: [], ...fields }
        return provider?.ignoredFields({ deployment, request }).includes(name) === true
      })
    }
    if (model.kind !== 'image' || name !== 'quality') return false
    const request = { ...plainImageRequest(model.id, ''), quality: 'high' }
    return imageProviders.get(deployment.provider)?.ignoredFields({ deployment, request }).includes(name) === true
  }
  const readFrom = (model: Model): readonly string[] =>
    optionalFieldsOf(model)
      .filter((field) => !model.deployments.some((deployment) => isIgnoredBy(model, deployment, field)))
      .map(({ name }) => name)

  // A model never changes: another catalogue has models of its own.
  const known = new WeakMap<Model, readonly string[]>()
  return (model) => {
    const parameters = known.get(model) ?? readFrom(model)
    known.set(model, parameters)
    return parameters
  }
}
