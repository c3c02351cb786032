import { exactMomentText, exactSumText, momentText, sumText } from '../words/figures.ts'
import type { Currency } from '../words/figures.ts'

/** A sum; its exact value is in the tooltip. */
export const Money = ({ amount, currency = 'RUB' }: { readonly amount: string; readonly currency?: Currency }) => (
  <span class="figure" title={exactSumText(amount, currency)}>
    {sumText(amount, currency)}
  </span>
)

/** A moment in the reader's zone; the tooltip has it to the second. */
export const Moment = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at * 1_000).toISOString()} title={exactMomentText(at)}>
    {momentText(at)}
  </time>
)
