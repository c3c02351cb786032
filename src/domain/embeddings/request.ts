/** A text, or its token numbers in the model's own vocabulary. Never empty. */
export type EmbeddingInput = string | readonly number[]

/** Longer than the vectors of any model. */
export const MAX_DIMENSIONS = 65_536

/** Texts that are to become vectors. */
export interface EmbeddingRequest {
  readonly model: string
  /** 1 to 2,048. */
  readonly inputs: readonly EmbeddingInput[]
  /** How long the vectors shall be, 1 to `MAX_DIMENSIONS`; null: as long as the model makes them. */
  readonly dimensions: number | null
  /** The caller's own name for the person behind the request. */
  readonly user: string | null
}
