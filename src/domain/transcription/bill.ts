import { minMicro } from '../money/money.ts'
import type { TranscriptionPlan } from './plan.ts'
import { priceOfTranscription, usageOfWords } from './price.ts'
import type { TranscriptionRequest } from './request.ts'
import type { Transcript } from './transcript.ts'
import { validTranscriptionUsage } from './usage.ts'
import type { TranscriptionUsage } from './usage.ts'

/** The bill of a transcribed recording. */
interface TranscriptionBill {
  /** Micro-roubles, > 0 and at most the hold. */
  readonly priceMicro: bigint
  /** What the price was counted from. */
  readonly usage: TranscriptionUsage
  /** True when the usage was counted here, because the provider had not counted what the tariff counts. */
  readonly estimated: boolean
}

type Reported = TranscriptionUsage | null

/** What the provider counted, with its price; null where that is not what the tariff counts. */
const pricedReport = ({ model }: TranscriptionPlan, reported: Reported) => {
  const usage = validTranscriptionUsage(reported)
  const price = usage === null ? null : priceOfTranscription(model.tariff, usage)
  return usage === null || price === null ? null : { usage, price }
}

/** The texts of a call that were paid for as tokens, as lists for the tokenizer. */
interface BilledTexts {
  readonly prompt: readonly string[]
  readonly output: readonly string[]
}

/** The words of a speaker, with the name, are output too; then they are not counted a second time. */
const outputTextsOf = ({ text, spoken }: Transcript): readonly string[] =>
  spoken === null || spoken.length === 0 ? [text] : spoken.flatMap((part) => [part.speaker, part.text])

/** The texts whose tokens must be counted here before there is a bill; null where the bill needs none of them. */
export const textsToCount = (
  plan: TranscriptionPlan,
  { prompt }: Pick<TranscriptionRequest, 'prompt'>,
  transcript: Transcript,
  reported: Reported,
): BilledTexts | null =>
  plan.model.tariff.unit === 'audio_second' || pricedReport(plan, reported) !== null
    ? null
    : { prompt: prompt === null ? [] : [prompt], output: outputTextsOf(transcript) }

/** Tokens that the tokenizer counted in these texts. */
interface CountedTexts {
  readonly promptTokens: number
  readonly outputTokens: number
}

/**
 * By the provider's count, else by the length that the file says and the tokens of the words that were written. The
 * hold bounds both: a recording that holds more than its bytes and its header tell was not paid for, and the house
 * bears the rest.
 */
export const billTranscription = (
  plan: TranscriptionPlan,
  reported: Reported,
  counted: CountedTexts | null,
): TranscriptionBill => {
  const { model, seconds, holdMicro } = plan
  const report = pricedReport(plan, reported)
  if (report !== null) return { priceMicro: minMicro(report.price, holdMicro), usage: report.usage, estimated: false }
  const usage = usageOfWords(model, seconds, counted)
  const estimate = priceOfTranscription(model.tariff, usage) ?? holdMicro
  return { priceMicro: minMicro(estimate, holdMicro), usage, estimated: model.tariff.unit === 'audio_tokens' }
}
