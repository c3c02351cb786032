/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const boat = { model: 'sandbox/video', prompt: 'A red boat at sea', seconds: '4', size: '1280x720' }

/**
 * Bodies that the sandbox answers with a success, by operation; all others are made from their schemas. A test sends
 * every example of the document.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  createChatCompletion: {
    model: 'sandbox/echo',
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: 'Hello, gateway' },
    ],
    max_tokens: 256,
  },
  countResponseInputTokens: { model: 'sandbox/echo', input: 'Hello, gateway' },
  createResponse: { model: 'sandbox/echo', instructions: 'Answer in one sentence.', input: 'Hello, gateway' },
  generateImages: { model: 'sandbox/image', prompt: 'A red boat', size: '1024x1024' },
  editImages: {
    model: 'sandbox/image-edit',
    prompt: 'Paint the boat blue',
    image: [{ type: 'base64', data: PIXEL, mime_type: 'image/png' }],
  },
  createSpeech: { model: 'sandbox/speech', input: 'Good morning', voice: 'alloy', response_format: 'mp3' },
  createEmbeddings: { model: 'sandbox/embedding', input: ['A red boat at sea', 'A blue boat at sea'] },
  createTranscription: { file: 'recording.wav', model: 'sandbox/transcribe', response_format: 'json' },
  createTranslation: { file: 'recording.wav', model: 'sandbox/transcribe', response_format: 'text' },
  createVideo: boat,
  createVideoGeneration: boat,
  reauthenticate: { password: 'correct horse battery' },
  createApiKey: { name: 'Night shift', spend_limit: '500.00', allowed_models: ['sandbox/echo'] },
  createTopUp: { currency: 'RUB', amount: '500.00' },
  createConversation: { catalog_slug: 'sandbox/echo', title: 'First words' },
  sendMessage: { content: 'Hello' },
  createGeneration: { task: 'sandbox-image', prompt: 'A red boat' },
  createChatTurn: { messages: [{ role: 'user', content: 'Hello' }] },
  orderVideoGeneration: { task: 'sandbox-video', prompt: 'A red boat at sea', size: '1280x720' },
}
