import { fieldsNamed } from '../../../domain/exact-numbers.ts'
import { stringOf } from '../../../domain/json.ts'
import { arrayOf, nonEmptyOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** What the model gives a function. */
export const CALL_FIELDS = fieldsNamed('args')

export interface FunctionCallPart {
  readonly id: string | null
  readonly name: string
  readonly args: Wire
  readonly thoughtSignature: string | null
}

export interface MediaPart {
  /** Empty where the provider names none. */
  readonly mimeType: string
  /** Base64. */
  readonly data: string
}

/** The parts of a candidate by kind. Images and words that the model only thought are not among the answer's. */
export interface ReadParts {
  readonly text: string | null
  readonly reasoning: string | null
  /** The last signature of a part that is no call. In a stream it may come beside an empty text. */
  readonly textSignature: string | null
  readonly calls: readonly FunctionCallPart[]
  readonly media: readonly MediaPart[]
}

/** Content or its parts may be missing altogether, as in a blocked answer. */
export const readParts = (candidate: Wire | null): ReadParts => {
  let text: string | null = null
  let reasoning: string | null = null
  let textSignature: string | null = null
  const calls: FunctionCallPart[] = []
  const media: MediaPart[] = []
  for (const part of objectsIn(objectOf(candidate?.['content'])?.['parts'])) {
    const words = stringOf(part['text'])
    if (part['thought'] === true) {
      if (words !== null) reasoning = (reasoning ?? '') + words
      continue
    }
    if (words !== null) text = (text ?? '') + words
    const [call, blob] = [toCall(part), toMedia(part)]
    if (call !== null) calls.push(call)
    else textSignature = nonEmptyOf(part['thoughtSignature']) ?? textSignature
    if (blob !== null) media.push(blob)
  }
  return { text, reasoning, textSignature, calls, media }
}

/** The first candidate: never more than one is asked for. */
export const candidateOf = (answer: Wire): Wire | null => objectOf(arrayOf(answer['candidates'])?.[0])

const toCall = (part: Wire): FunctionCallPart | null => {
  const call = objectOf(part['functionCall'])
  const name = nonEmptyOf(call?.['name'])
  if (call === null || name === null) return null
  return {
    id: nonEmptyOf(call['id']),
    name,
    args: objectOf(call['args']) ?? {},
    thoughtSignature: nonEmptyOf(part['thoughtSignature']),
  }
}

const toMedia = (part: Wire): MediaPart | null => {
  const blob = objectOf(part['inlineData'])
  const data = nonEmptyOf(blob?.['data'])
  return data === null ? null : { mimeType: stringOf(blob?.['mimeType']) ?? '', data }
}
