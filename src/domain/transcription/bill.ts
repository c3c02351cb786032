import { minMicro } from '../money/money.ts'
import type { PricedUsage } from '../pricing/bill-by-count.ts'
import type { TranscriptionPlan } from './plan.ts'
import { priceOfTranscription, usageOfWords } from './price.ts'
import type { CountedTexts } from './price.ts'
import type { TranscriptionRequest } from './request.ts'
import type { Transcript } from './transcript.ts'
import { validTranscriptionUsage } from './usage.ts'
import type { TranscriptionUsage } from './usage.ts'

/** The bill of a transcribed recording: its price is > 0 and at most the hold. */
interface TranscriptionBill extends PricedUsage<TranscriptionUsage> {
  /** True when the usage was counted here, because the provider had not counted what the tariff counts. */
  readonly estimated: boolean
}

type Reported = TranscriptionUsage | null

/** What the provider counted, with its price; null where that is not what the tariff counts. */
const pricedReport = ({ model }: TranscriptionPlan, reported: Reported): PricedUsage<TranscriptionUsage> | null => {
  const usage = validTranscriptionUsage(reported)
  if (usage === null) return null
  const priceMicro = priceOfTranscription(model.tariff, usage)
  return priceMicro === null ? null : { usage, priceMicro }
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
  if (report !== null) return { ...report, priceMicro: minMicro(report.priceMicro, holdMicro), estimated: false }
  const usage = usageOfWords(model, seconds, counted)
  const estimate = priceOfTranscription(model.tariff, usage) ?? holdMicro
  return { priceMicro: minMicro(estimate, holdMicro), usage, estimated: model.tariff.unit === 'audio_tokens' }
}
