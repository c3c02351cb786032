import { setImmediate } from 'node:timers/promises'
import * as t from 'io-ts'
import { base64Text } from '../../../../application/media/base64-text.ts'
import type { CreatedEmbeddings } from '../../../../application/gateway/embeddings/create-embeddings.ts'
import type { Vectors } from '../../../../domain/embeddings/vectors.ts'
import { count, finite } from '../../codecs/codecs.ts'
import { roubleSum, sumFields } from '../../codecs/money/rouble-sum.ts'

const embedding = t.type(
  { object: t.literal('embedding'), index: count, embedding: t.union([t.array(finite), t.string]) },
  'Embedding',
)

/** CreateEmbeddingResponse of the published schema. */
export const embeddingResponse = t.type(
  {
    object: t.literal('list'),
    data: t.array(embedding),
    model: t.string,
    usage: t.type({ prompt_tokens: count, total_tokens: count, ...sumFields('cost') }),
  },
  'EmbeddingResponse',
)

type EncodingFormat = 'float' | 'base64'

/** Numbers that are written before other work has its turn; about ten milliseconds. */
const NUMBERS_PER_TURN = 50_000

const writeVector = (vector: Vectors[number], format: EncodingFormat): string => {
  switch (format) {
    case 'float':
      return JSON.stringify(Array.from(vector))
    case 'base64':
      // The numbers are little-endian, as on every platform that runs this.
      return `"${base64Text(vector)}"`
  }
}

/**
 * The body of an answer, as its bytes: it may hold millions of numbers, and other requests must not wait until all of
 * them are written.
 */
export const writeEmbeddings = async (
  { vectors, promptTokens, priceMicro }: Pick<CreatedEmbeddings, 'vectors' | 'promptTokens' | 'priceMicro'>,
  model: string,
  format: EncodingFormat,
): Promise<Uint8Array> => {
  const pieces: Buffer[] = [Buffer.from('{"object":"list","data":[')]
  let numbers = 0
  for (const [index, vector] of vectors.entries()) {
    const head = `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":`
    pieces.push(Buffer.from(`${head}${writeVector(vector, format)}}`))
    numbers += vector.length
    if (numbers < NUMBERS_PER_TURN) continue
    numbers = 0
    await setImmediate()
  }
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens, ...roubleSum('cost', priceMicro) }
  pieces.push(Buffer.from(`],"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)}}`))
  return Buffer.concat(pieces)
}
