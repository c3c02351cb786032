import type { ChatBody } from './chat-stream.ts'
import { typedFigure } from '../../../words/typed-figure.ts'
import type { Model } from '../playground-page.tsx'

const NUMBERS = [
  'max_completion_tokens',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'seed',
] as const

const TEXTS = ['stop', 'reasoning_effort', 'response_format'] as const

/** The fields of a chat request that the page offers, in their order, by the name that the API gives them. */
export const PARAMETERS = [...NUMBERS, ...TEXTS] as const

export type ParameterName = (typeof PARAMETERS)[number]

/** What the user entered, as text; empty: the model decides. */
export type ChatParameters = { readonly system: string } & Readonly<Record<ParameterName, string>>

/** The most tokens of an answer as entered; null where nothing or nonsense is. */
export const numberIn = (text: string): number | null => {
  const value = Number(typedFigure(text))
  return text.trim() === '' || Number.isNaN(value) ? null : value
}

type Given = Omit<ChatBody, 'model' | 'messages'>

/** The parameters that were entered and that this model has. A parameter that it lacks is not sent. */
export const parametersFor = (model: Model, entered: ChatParameters): Given => {
  const has = (name: ParameterName): boolean => model.supported_parameters.includes(name)
  const numbers = NUMBERS.flatMap((name) => {
    const value = numberIn(entered[name])
    return value === null || !has(name) ? [] : [[name, value] as const]
  })
  const isGiven = (name: ParameterName): boolean => entered[name] !== '' && has(name)
  return {
    ...Object.fromEntries(numbers),
    ...(isGiven('stop') ? { stop: entered.stop } : {}),
    ...(isGiven('reasoning_effort') ? { reasoning_effort: entered.reasoning_effort } : {}),
    ...(isGiven('response_format') ? { response_format: { type: 'json_object' } as const } : {}),
  }
}
