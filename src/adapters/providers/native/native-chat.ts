import type { ChatCall } from '../../../application/ports/providers/chat-provider.ts'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import { withPlaces } from '../../../domain/parameters/places.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { StreamReader } from '../streams/chat-stream.ts'
import type { ProviderRequest } from '../upstream/provider-http.ts'

/** A call that its provider is asked in the surface's own wire. */
export type NativeCall = ChatCall & { readonly native: NativeRequest }

export const isNativeCall = (call: ChatCall): call is NativeCall => call.native !== undefined

/** A Left says why the provider cannot be asked this; then nothing is sent. */
export type ToNativeRequest = (call: NativeCall, isStream: boolean) => Either<UpstreamFailure, ProviderRequest>

/**
 * The client's fields, each with the bytes that it was written in, but for those that the gateway decides. A change
 * that is undefined takes its field away.
 */
export const nativeBody = (
  fields: NativeRequest['fields'],
  changes: Readonly<Record<string, unknown>> & { readonly model: string },
): ProviderRequest['body'] => {
  let written = '{'
  for (const [name, { json }] of fields) if (!(name in changes)) written += `${JSON.stringify(name)}:${json},`
  return { contentType: 'application/json', bytes: Buffer.from(written + JSON.stringify(changes).slice(1)) }
}

/** What becomes of a failure before the caller learns of it. */
export type ReadFailure = (failure: UpstreamFailure) => UpstreamFailure

/** A refusal of the gateway's own as one of the client's request, whose field it names. */
export const refusedNatively =
  (wire: NativeWire): ReadFailure =>
  (failure) =>
    failure.tag === 'rejected' ? { ...failure, wire } : failure

/** How a provider's rejection of a native request names the field that it is about. */
export interface NamedFields {
  /** Beside its sentence, or in the sentence alone: what an adapter reads out of a sentence is a field of chat. */
  readonly named: 'beside_sentence' | 'in_sentence'
  /** Where a field of the body stands in the request that the adapter was given. */
  placeOf(path: string): string
}

/** A provider's rejection as one of the request that the adapter was given. */
export const rejectedNatively =
  (wire: NativeWire, { named, placeOf }: NamedFields): ReadFailure =>
  (failure) => {
    if (failure.tag !== 'rejected') return failure
    const { param, message } = failure
    const place = param === null || named === 'in_sentence' ? null : placeOf(param)
    return { ...failure, wire, param: place, message: withPlaces(message, placeOf) }
  }

const WITHOUT_CHOICE: ChatChunk = { choices: [], usage: null }

/**
 * The same reader, with each event of the provider on its first chunk. Failures are written in the surface's own words.
 */
export const withNativeEvents = (
  reader: StreamReader,
  handOn: (json: string) => string,
  readFailure: ReadFailure,
): StreamReader => ({
  read: (event) => {
    const step = reader.read(event)
    if (step.end !== null && step.end !== 'done') return { ...step, end: readFailure(step.end) }
    const native = { name: step.type ?? event.name, data: handOn(event.data), place: step.place }
    const chunks = step.chunks.length === 0 ? [WITHOUT_CHOICE] : step.chunks
    return { chunks: chunks.map((chunk, index) => (index === 0 ? { ...chunk, native } : chunk)), end: step.end }
  },
  isWhole: () => reader.isWhole(),
  upstreamRequestId: () => reader.upstreamRequestId?.() ?? null,
})
