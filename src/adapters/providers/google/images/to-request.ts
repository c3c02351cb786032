import { base64Text } from '../../../../application/media/base64-text.ts'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { InputImage, ImageRequest } from '../../../../domain/images/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import type { Wire } from '../../wire.ts'
import { parametersOf, withFixedFields } from '../deployment-parameters.ts'
import { modelPath } from '../model-path.ts'
import { toImageConfig } from './image-size.ts'

/**
 * What to post for one image; each of several is asked for by a call of its own. Fields that only
 * colour an answer of OpenAI's (`quality`, `style`, `moderation` …) have no counterpart and are left out.
 */
export const toRequest = (request: ImageRequest, deployment: Deployment): Either<UpstreamFailure, ProviderRequest> => {
  if (request.mask !== null) return unsupported('mask', 'This model edits without masks: say what is to be changed.')
  if (request.extras['background'] === 'transparent') {
    return unsupported('background', 'This model generates no transparent backgrounds.')
  }
  const imageConfig = toImageConfig(request.size, parametersOf(deployment))
  if (isLeft(imageConfig)) return imageConfig
  const parts = [...request.images, ...request.referenceImages].map(toPart)
  const body = {
    contents: [{ role: 'user', parts: [...parts, { text: request.prompt }] }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      ...(imageConfig.right === null ? {} : { imageConfig: imageConfig.right }),
    },
  }
  return right({ path: modelPath(deployment, 'generateContent'), body: withFixedFields(body, deployment) })
}

const toPart = ({ bytes, mimeType }: InputImage): Wire => ({ inlineData: { mimeType, data: base64Text(bytes) } })
