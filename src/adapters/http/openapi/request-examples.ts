/** An image of one pixel. */
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
  createApiKey: {
    name: 'Night shift',
    spend_limit: '500.00',
    spend_limit_period: 'monthly',
    spend_limit_time_zone: 'Europe/Moscow',
    allowed_models: ['sandbox/echo'],
  },
  replaceKeyDefaults: {
    spend_limit: '100.00',
    spend_limit_period: 'daily',
    requests_per_minute: 30,
    tokens_per_minute: 200_000,
  },
  changeNotifications: { low_balance_threshold: '250.00', language: 'ru', mail: { key_budget_80: false } },
  createWebhook: { url: 'https://hooks.example.com/gateway', events: ['balance.low', 'topup.succeeded'] },
  changeWebhook: { description: 'Accounting' },
  adjustBalance: {
    id: '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b',
    currency: 'RUB',
    amount: '500.00',
    reason: 'An apology for the outage',
  },
  retryMail: { reason: 'The mail server is back' },
  giveUpMail: { reason: 'The address is a typing mistake' },
  refundTopUp: { amount: '40.00', reason: 'The customer has left' },
  limitAccount: { requests_per_minute: 600, reason: 'Their nightly run needs more' },
  deactivateAccount: { reason: 'Stolen cards' },
  reactivateAccount: { reason: 'The owner has proven the cards' },
  switchOperatorProvider: { provider: 'sandbox', upstream_model: 'echo', on: true, reason: 'It answers again' },
  testOperatorProvider: { provider: 'sandbox', upstream_model: 'echo' },
  checkOperatorCatalog: { text: 'providers:\n  - id: sandbox\n    adapter: sandbox\nmodels: []\n' },
  reloadOperatorCatalog: { reason: 'New prices' },
  createTopUp: { currency: 'RUB', amount: '500.00' },
  createConversation: { catalog_slug: 'sandbox/echo', title: 'First words' },
  sendMessage: { content: 'Hello' },
  createGeneration: { task: 'sandbox-image', prompt: 'A red boat' },
  createChatTurn: { messages: [{ role: 'user', content: 'Hello' }] },
  orderVideoGeneration: { task: 'sandbox-video', prompt: 'A red boat at sea', size: '1280x720' },
}
