import { durationText, sumText } from '../../words/figures.ts'
import { PLAYGROUND_WORDS } from './playground-words.ts'

interface FiguresProps {
  readonly seconds: number | null
  /** Roubles; null where the answer did not say. */
  readonly cost: string | null
}

/** How long a call took and what it cost, by its answer. */
export const Figures = ({ seconds, cost }: FiguresProps) => {
  const words = PLAYGROUND_WORDS()
  const parts = [
    ...(seconds === null ? [] : [`${words.whole} ${durationText(seconds)}`]),
    ...(cost === null ? [] : [`${words.cost} ${sumText(cost, 'RUB')}`]),
  ]
  return <p class="hint figure">{parts.join(' · ')}</p>
}

/** The price before the call, worked from the tariff; null where tokens decide. */
export const PriceBefore = ({ price }: { readonly price: string | null }) => {
  const words = PLAYGROUND_WORDS()
  return <p class="hint figure">{price === null ? words.costsLater : words.costs(sumText(price, 'RUB'))}</p>
}
