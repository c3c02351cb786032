import type { SpeechRequest } from './request.ts'

/** The instructions in words, because models take no speed as a number. Null: the voice speaks as it is. */
export const speakingInstructionsOf = ({
  instructions,
  speed,
}: Pick<SpeechRequest, 'instructions' | 'speed'>): string | null => {
  const style = instructions?.trim() ?? ''
  const pace = speed === 1 ? '' : `Speak at ${speed} times your normal pace`
  return [style, pace].filter((text) => text !== '').join(style.endsWith('.') ? ' ' : '. ') || null
}
