import type { Schemas } from '../api/api-types.ts'
import { inBoth } from './language.ts'

type ModelKind = Schemas['CatalogModel']['kind']

/** What models are for. */
export const KIND_WORDS = inBoth<Readonly<Record<ModelKind, string>>>(
  {
    chat: 'Chat',
    image: 'Images',
    video: 'Video',
    speech: 'Speech',
    transcription: 'Transcription',
    embedding: 'Embeddings',
  },
  {
    chat: 'Чат',
    image: 'Изображения',
    video: 'Видео',
    speech: 'Речь',
    transcription: 'Распознавание речи',
    embedding: 'Эмбеддинги',
  },
)
