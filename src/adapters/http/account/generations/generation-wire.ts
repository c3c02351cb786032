import * as t from 'io-ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import type { Generation } from '../../../../application/conversations/generations/create-generation.ts'
import type { ImageSource } from '../../../../application/media/input-image.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import type { GenerationParams } from '../../../../domain/conversation/plan-task.ts'
import { chargeFields, writeCharge } from '../../codecs/money/wallet-wire.ts'
import { nullish, textOfLength, unixTime, uuid } from '../../codecs/codecs.ts'
import { imageInput, imageList, imageSourceOf } from '../../codecs/generation/image-input.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { imageOutputFields, samplingFields } from '../../codecs/generation/generation-fields.ts'
import { messageMediaBody, writeMessageMedia } from '../media/media-wire.ts'

/** Those that are known by name are read as the gateway reads them; which of them a task takes, its model says. */
const parameters = t.partial({ ...samplingFields, ...imageOutputFields }, 'GenerationParameters')

export const generateRequest = onlyKnown(
  t.intersection(
    [
      t.type({ task: textOfLength(1, 100), prompt: textOfLength(1, 32_000) }),
      t.partial({
        conversation_id: nullish(uuid),
        images: nullish(imageList(imageInput, 0)),
        parameters: nullish(parameters),
      }),
    ],
    'GenerateRequest',
  ),
)

export const toGenerationRequest = (body: t.TypeOf<typeof generateRequest>): GenerationParams<ImageSource> => ({
  prompt: body.prompt,
  images: (body.images ?? []).map((image, index) => imageSourceOf(image, `images.${index}`)),
  parameters: Object.fromEntries(Object.entries(body.parameters ?? {}).filter(([, value]) => value !== null)),
})

export const generateResponse = t.type(
  {
    id: t.string,
    task: t.string,
    kind: t.keyof({ text: null, image: null, video: null }),
    status: t.literal('succeeded'),
    conversation_id: t.string,
    message_id: t.string,
    text: t.union([t.string, t.null]),
    media: t.array(messageMediaBody),
    ...chargeFields,
    created_at: unixTime,
  },
  'GenerateResponse',
)

export const writeGeneration = (
  generation: Charged<Generation>,
  baseUrl: string,
): t.TypeOf<typeof generateResponse> => {
  const { task, kind, answer } = generation.made
  const { message, media } = answer
  return {
    id: generation.operationId,
    task,
    kind,
    status: 'succeeded',
    conversation_id: message.conversationId,
    message_id: message.id,
    text: kind === 'text' ? message.content : null,
    media: media.map((view) => writeMessageMedia(view, baseUrl)),
    ...writeCharge(generation),
    created_at: unixSeconds(message.createdAtMs),
  }
}
