/** How the official OpenAI SDK calls an operation. */
export interface SdkCall {
  readonly method: string
  /** `list` where the SDK answers a page, whose elements stand in `data`. */
  readonly answer?: 'list'
}

/** Operations that the official SDK covers; a value of the path is the argument of its method. */
export const SDK_CALLS: Readonly<Record<string, SdkCall>> = {
  listModels: { method: 'models.list', answer: 'list' },
  retrieveModel: { method: 'models.retrieve' },
  createChatCompletion: { method: 'chat.completions.create' },
  generateImages: { method: 'images.generate' },
  createSpeech: { method: 'audio.speech.create' },
  createTranscription: { method: 'audio.transcriptions.create' },
  createTranslation: { method: 'audio.translations.create' },
  createEmbeddings: { method: 'embeddings.create' },
  createResponse: { method: 'responses.create' },
  countResponseInputTokens: { method: 'responses.inputTokens.count' },
  readResponse: { method: 'responses.retrieve' },
  listInputItems: { method: 'responses.inputItems.list', answer: 'list' },
  createVideo: { method: 'videos.create' },
  listVideos: { method: 'videos.list', answer: 'list' },
  retrieveVideo: { method: 'videos.retrieve' },
  downloadVideo: { method: 'videos.downloadContent' },
}
