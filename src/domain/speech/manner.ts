import type { SpeechRequest } from './request.ts'

/** How to speak, in words, as models take no speed as a number; null for the voice's own manner. */
export const mannerOf = ({ instructions, speed }: Pick<SpeechRequest, 'instructions' | 'speed'>): string | null => {
  const manner = instructions?.trim() ?? ''
  const pace = speed === 1 ? '' : `Speak at ${speed} times your normal pace`
  return [manner, pace].filter((text) => text !== '').join(manner.endsWith('.') ? ' ' : '. ') || null
}
