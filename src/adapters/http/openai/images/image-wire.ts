import * as t from 'io-ts'
import { base64Text } from '../../../../application/media/base64-text.ts'
import type { CreatedImage, CreatedImages } from '../../../../application/gateway/images/create-image.ts'
import type { ImageUsage } from '../../../../domain/images/usage.ts'
import { roubleSum, sumFields } from '../../codecs/money/rouble-sum.ts'
import { count, unixTime } from '../../codecs/codecs.ts'

const imageData = t.partial({ b64_json: t.string, url: t.string, revised_prompt: t.string }, 'ImageData')

const tokensByKind = t.type({ text_tokens: count, image_tokens: count })

const imageUsage = t.type(
  {
    input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    input_tokens_details: tokensByKind,
    output_tokens_details: tokensByKind,
    ...sumFields('cost'),
  },
  'ImageUsage',
)

export const imageResponse = t.type(
  { created: unixTime, data: t.array(imageData), usage: imageUsage },
  'ImageGenerationResponse',
)

const dataOf = ({ file, revisedPrompt }: CreatedImage, baseUrl: string): t.TypeOf<typeof imageData> => ({
  ...(file.tag === 'inline' ? { b64_json: base64Text(file.bytes) } : { url: `${baseUrl}${file.path}` }),
  ...(revisedPrompt === null ? {} : { revised_prompt: revisedPrompt }),
})

const outputByKind = ({ outputTokens, textOutputTokens = 0 }: ImageUsage): t.TypeOf<typeof tokensByKind> => ({
  text_tokens: textOutputTokens,
  image_tokens: outputTokens - textOutputTokens,
})

/** ImageGenerationResponse. `created` in Unix seconds; paths of stored images go behind `baseUrl`. */
export const writeImages = (
  { images, usage, priceMicro }: CreatedImages,
  { created, baseUrl }: { readonly created: number; readonly baseUrl: string },
): t.TypeOf<typeof imageResponse> => ({
  created,
  data: images.map((image) => dataOf(image, baseUrl)),
  usage: {
    input_tokens: usage.inputTextTokens + usage.inputImageTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    input_tokens_details: { text_tokens: usage.inputTextTokens, image_tokens: usage.inputImageTokens },
    output_tokens_details: outputByKind(usage),
    ...roubleSum('cost', priceMicro),
  },
})
