/** What a transcription consumed, in the provider's count or in ours. */
export type TranscriptionUsage =
  | {
      readonly tag: 'duration'
      /** Of the recording. */
      readonly seconds: number
    }
  | {
      readonly tag: 'tokens'
      readonly audioTokens: number
      /** Of the prompt. */
      readonly textTokens: number
      readonly outputTokens: number
    }

/** Seconds are billed as the providers bill them: each second that was begun. */
export const billedRecordingSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds))

/** No recording of the largest file, and no count of it, comes near. */
const MAX_PLAUSIBLE = 1_000_000_000

const isCount = (value: number): boolean => Number.isFinite(value) && value >= 0 && value <= MAX_PLAUSIBLE

/** A usage that money may be counted from; null for what is no count, or an empty one. */
export const validTranscriptionUsage = (usage: TranscriptionUsage | null): TranscriptionUsage | null => {
  if (usage === null) return null
  const { tag: _, ...counts } = usage
  const values: readonly number[] = Object.values(counts)
  return values.every(isCount) && values.some((value) => value > 0) ? usage : null
}
