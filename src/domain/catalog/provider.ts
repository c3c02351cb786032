/** An upstream service. Which adapter speaks to it is data; its credentials come from the environment. */
export interface Provider {
  /** Lower case; `<ID>_API_KEY` and `<ID>_BASE_URL` in the environment belong to it. */
  readonly id: string
  readonly adapter: 'openai-compatible' | 'sandbox'
  readonly baseUrl: string | null
  /** False for servers that ask for none (vLLM, Ollama): then a base URL alone makes the provider usable. */
  readonly needsApiKey: boolean
}
