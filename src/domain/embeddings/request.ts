/** A text, or its token numbers in the model's own vocabulary. Never empty. */
export type EmbeddingInput = string | readonly number[]

/** Texts that are to become vectors. */
export interface EmbeddingRequest {
  readonly model: string
  /** 1 to 2,048. */
  readonly inputs: readonly EmbeddingInput[]
  /** How long the vectors shall be; null: as long as the model makes them. */
  readonly dimensions: number | null
  /** The caller's own name for the person behind the request. */
  readonly user: string | null
}
