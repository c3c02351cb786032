import type { NativeReach } from '../../../../application/gateway/routing/native-reach.ts'
import type { ContentPart } from '../../../../domain/chat/message.ts'
import { isObject, isOff } from '../../../../domain/json.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'

export type TranslationFailure = UnsupportedParameter | ValidationError

/** What a translation could not carry over. */
export interface TranslationNotes {
  /** Fields without a counterpart whose loss changes no answer: their names without the places in lists, each once. */
  readonly ignored: Set<string>
  /** The first thing without a counterpart that the answer hangs on; null if there is none. */
  failure: TranslationFailure | null
  /** Where the address or the bytes of each image and file stand in the caller's request. */
  readonly partPlaces: Map<ContentPart, string>
}

/** Whether a request with this failure can be asked of no deployment of its model. */
export const isRefused = (failure: TranslationFailure, reach: NativeReach): boolean =>
  reach === 'none' || failure.tag === 'validation_error'

export const startNotes = (): TranslationNotes => ({ ignored: new Set(), failure: null, partPlaces: new Map() })

/** No switch of this wire is on by itself. */
const asksForNothing = (value: unknown): boolean => isOff(value) || (isObject(value) && Object.keys(value).length === 0)

/** Notes every field of an object that asks for something and is not among those that are read. */
export const noteOthers = (value: object, read: ReadonlySet<string>, path: string, notes: TranslationNotes): void => {
  for (const [name, field] of Object.entries(value)) {
    if (!asksForNothing(field) && !read.has(name)) notes.ignored.add(`${path}${name}`)
  }
}

/** Notes what cannot be asked of a model on another wire. */
export const noteUnsupported = (param: string, message: string, notes: TranslationNotes): void => {
  notes.failure ??= { tag: 'unsupported_parameter', param, message }
}

/** Notes what is wrong on any wire. */
export const noteInvalid = (param: string, message: string, notes: TranslationNotes): void => {
  notes.failure ??= problemIn('body', param.split('.'), message, 'invalid')
}
