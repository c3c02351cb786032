import { utf8Length } from '../../../../domain/utf8-length.ts'
import type { NativeField, NativeRequest, SealedReasoning } from '../../../../domain/chat/native.ts'
import { sealMarkIn } from '../../../../domain/routing/seal-mark.ts'
import { isListedItemId, responseOfItem } from '../../../../domain/responses/stored-response.ts'
import { nativeBytes } from '../../paid-calls/native-bytes.ts'
import { isSealedHere } from '../response-input/reasoning-seal.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import { leftOutTool } from '../response-input/tools.ts'
import { SEALED_REASONING } from '../response-input/request-fields.ts'
import { withoutParsed } from './without-parsed.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'

const isOurs = ({ id }: InputItem): boolean => typeof id === 'string' && responseOfItem(id) !== null

/**
 * Reasoning in the provider's own sealed form, under the id that the seal is bound to. That of another provider, or
 * without a seal, means nothing to it.
 */
const isReadableReasoning = (item: InputItem): boolean => {
  const { encrypted_content: seal } = item
  return typeof seal === 'string' && seal !== '' && !isSealedHere(seal) && !isOurs(item)
}

/** An answer without a part, such as one that was cut before its first word. It tells a model nothing. */
const isEmptyAnswer = ({ role, content }: InputItem): boolean =>
  role === 'assistant' && Array.isArray(content) && content.length === 0

/** An item as the provider of this wire can read it: an id that this gateway made names nothing there. */
const readable = (item: InputItem): readonly InputItem[] => {
  if (item.type === 'reasoning' && !isReadableReasoning(item)) return []
  if (isEmptyAnswer(item)) return []
  const sent = withoutParsed(item)
  if (!isOurs(sent) && !isListedItemId(sent.id ?? '')) return [sent]
  const { id: _, status: __, ...rest } = sent as InputItem & { readonly status?: unknown }
  return [rest]
}

interface Translated {
  /** The whole conversation as one request. */
  readonly whole: ResponseRequest
  /** The tools of the request without those that are left out. */
  readonly tools: readonly DeclaredTool[]
  /** Whether the reasoning of the answer is kept for the next turn. */
  readonly keepsReasoning: boolean
}

const written = (value: unknown): NativeField => ({ json: JSON.stringify(value), value })

/** The items that an input lists; a text stays one. */
const listedItems = ({ input }: ResponseRequest): readonly InputItem[] =>
  typeof input === 'string' ? [] : (input ?? [])

/** Where each item of the input that the provider of this wire gets stands in the whole input. */
export const nativePlaces = (whole: ResponseRequest): readonly number[] =>
  listedItems(whole).flatMap((item, index) => readable(item).map(() => index))

type Tools = Pick<Translated, 'whole' | 'tools'>

/** The tools of the whole list, each with its place and whether the provider of this wire gets it. */
const listedTools = ({ whole, tools }: Tools) => {
  const sent = new Set(tools)
  return (whole.tools ?? []).map((tool, index) => ({ tool, index, isSent: sent.has(tool) }))
}

/** Where each tool that the provider of this wire gets stands in the whole list. */
export const nativeToolPlaces = (given: Tools): readonly number[] =>
  listedTools(given).flatMap(({ index, isSent }) => (isSent ? [index] : []))

const inputOf = (asked: ResponseRequest, whole: ResponseRequest): NativeField | null => {
  const listed = listedItems(whole)
  const items = listed.flatMap(readable)
  const isAsWritten = asked.input === whole.input && items.every((item, index) => item === listed[index])
  return isAsWritten && items.length === listed.length ? null : written(items)
}

const toolsOf = (asked: ResponseRequest, tools: readonly DeclaredTool[]): NativeField | null =>
  (asked.tools ?? []).length === tools.length ? null : written(tools)

/** Providers keep nothing here, so what is to be kept of their reasoning has to come with the answer. */
const includeOf = ({ include }: ResponseRequest, keepsReasoning: boolean): NativeField | null =>
  !keepsReasoning || include?.includes(SEALED_REASONING) === true
    ? null
    : written([...(include ?? []), SEALED_REASONING])

/** The reasoning that a provider of this wire may be given. Its summary is a part of the prompt, too. */
const sealedReasoningOf = (whole: ResponseRequest): SealedReasoning | undefined => {
  const reasoning = listedItems(whole).filter((item) => item.type === 'reasoning' && isReadableReasoning(item))
  if (reasoning.length === 0) return undefined
  const texts = reasoning.flatMap((item) => [item.encrypted_content ?? '', JSON.stringify(item.summary ?? [])])
  return {
    sealMarks: reasoning.flatMap((item) => sealMarkIn(item.encrypted_content ?? '') ?? []),
    bytes: texts.reduce((sum, text) => sum + utf8Length(text), 0),
  }
}

/** The fields with those that are written anew, a field that was not there at the end. */
const withChanges = (
  fields: ReadonlyMap<string, NativeField>,
  changes: Readonly<Record<string, NativeField | null>>,
): ReadonlyMap<string, NativeField> => {
  if (Object.values(changes).every((field) => field === null)) return fields
  const changed = new Map(fields)
  for (const [name, field] of Object.entries(changes)) if (field !== null) changed.set(name, field)
  return changed
}

/**
 * The request as a provider that speaks this wire gets it: the bytes of the client. Three fields may be written anew:
 * the input where the gateway holds a part of the conversation, the tools where some are left out, and what the answer
 * is to include where the gateway keeps its reasoning.
 */
export const nativeRequest = (
  fields: ReadonlyMap<string, NativeField>,
  asked: ResponseRequest,
  { whole, tools, keepsReasoning }: Translated,
): NativeRequest => {
  const changes = {
    input: inputOf(asked, whole),
    tools: toolsOf(asked, tools),
    include: includeOf(asked, keepsReasoning),
  }
  const sent = withChanges(fields, changes)
  const sealedReasoning = sealedReasoningOf(whole)
  return {
    wire: 'responses',
    fields: sent,
    bytes: nativeBytes(sent),
    headers: {},
    sealedReasoning,
    isTranslatable: true,
  }
}

/** What of a request is left out even where it goes to the provider as it came. */
export const leftOutOfNative = (given: Tools): readonly string[] => {
  const reasoning = listedItems(given.whole).filter(({ type }) => type === 'reasoning')
  return [
    ...listedTools(given).flatMap(({ tool, isSent }) => (isSent ? [] : [leftOutTool(tool)])),
    ...(reasoning.every(isReadableReasoning) ? [] : ['input.reasoning']),
  ]
}
