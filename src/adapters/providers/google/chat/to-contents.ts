import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { callInput } from '../../../../domain/chat/tool-calls/call-input.ts'
import type { ChatMessage, ContentPart, ToolCall } from '../../../../domain/chat/message.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { rejected, unsupported } from '../../failures/adapter-failures.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, exactJsonReader, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'
import { isEmptyBut, nothingToAnswer, sentMessages } from '../../sent-messages.ts'
import { isWebAddress, keyOf } from '../../web-files/web-files.ts'
import { dataImage, dataPdf } from './inline-files.ts'
import type { FetchedFiles } from './inline-files.ts'
import { textSignatureIn } from './text-signature.ts'
import { decodeCallId } from './tool-call-id.ts'

/** What Google is asked to go on with. */
export interface Contents {
  /** The texts of the system messages, in order: Google has one place for them, before all turns. */
  readonly system: readonly string[]
  readonly contents: readonly Wire[]
}

/** What the turns so far, and the gateway, know. */
interface Known {
  /** By the id that the caller uses. */
  readonly calls: Map<string, { readonly id: string; readonly name: string }>
  readonly fetched: FetchedFiles
  readonly thoughtSignatures: boolean
  /** Whether the provider could not read a signature: then it gets none. */
  readonly leavesOutReasoning: boolean
  readonly readJson: ReturnType<typeof exactJsonReader>
}

/** For a call whose signature was lost: Google documents this word as the way not to be asked for it. */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** The messages that are sent; the provider refuses those without a part. */
export const toSent = (messages: readonly ChatMessage[], { prefill }: Pick<GoogleParameters, 'prefill'>) =>
  sentMessages(messages, prefill, isEmptyMessage)

const isEmptyMessage = isEmptyBut((text) => text === '')

/** The turns of a conversation. A file of the web that is not among the fetched ones yet stands there empty. */
export const toContents = (
  messages: readonly ChatMessage[],
  fetched: FetchedFiles,
  parameters: Pick<GoogleParameters, 'thoughtSignatures' | 'prefill'>,
  leavesOutReasoning = false,
): Either<UpstreamFailure, Contents> => {
  const system: string[] = []
  const turns: Turn[] = []
  const { thoughtSignatures } = parameters
  const readJson = exactJsonReader()
  const known: Known = { calls: new Map(), fetched, thoughtSignatures, leavesOutReasoning, readJson }
  const { sent } = toSent(messages, parameters)
  if (sent.length === 0) return nothingToAnswer()
  for (const { message, path } of sent) {
    if (message.role === 'system' || message.role === 'developer') {
      const text = textOf(message.content, path)
      if (isLeft(text)) return text
      system.push(text.right)
      continue
    }
    const turn = toTurn(message, path, known)
    if (isLeft(turn)) return turn
    const last = turns.at(-1)
    if (last !== undefined && goesOn(last, turn.right)) for (const part of turn.right.parts) last.parts.push(part)
    else turns.push(turn.right)
  }
  return right({ system, contents: begun(turns).map(({ role, parts }) => ({ role, parts })) })
}

/**
 * A call must stand behind a turn of the user, also where the client has cut its history to begin with the call. This
 * turn puts no words into the user's mouth; the provider takes a blank, but no empty text.
 */
const BEGINNING: Turn = { role: 'user', parts: [{ text: ' ' }], isResult: false }

const begun = (turns: readonly Turn[]): readonly Turn[] =>
  turns[0]?.parts.some(({ functionCall }) => functionCall !== undefined) === true ? [BEGINNING, ...turns] : turns

interface Turn {
  readonly role: 'user' | 'model'
  readonly parts: Wire[]
  readonly isResult: boolean
}

/**
 * All results of one turn of calls belong into one content, with nothing else in it. So do messages of the model: a
 * call is refused that stands behind a content of the model's own.
 */
const goesOn = (last: Turn, { role, isResult }: Turn): boolean =>
  last.isResult === isResult && (isResult || role === 'model') && last.role === role

const toTurn = (message: ChatMessage, path: string, known: Known): Either<UpstreamFailure, Turn> => {
  if (message.role === 'assistant') {
    const parts = assistantParts(message, path, known)
    return isLeft(parts) ? parts : right({ role: 'model', parts: parts.right, isResult: false })
  }
  if (message.role === 'tool') {
    const part = resultPart(message, path, known)
    return isLeft(part) ? part : right({ role: 'user', parts: [part.right], isResult: true })
  }
  const parts = userParts(message, path, known)
  return isLeft(parts) ? parts : right({ role: 'user', parts: parts.right, isResult: false })
}

const userParts = ({ content }: ChatMessage, path: string, known: Known): Either<UpstreamFailure, Wire[]> => {
  if (content === undefined || content === null) return right([])
  if (typeof content === 'string') return right(textParts(content))
  const parts: Wire[] = []
  for (const [index, part] of content.entries()) {
    const read = userPart(part, `${path}.content.${index}`, known)
    if (isLeft(read)) return read
    for (const each of read.right) parts.push(each)
  }
  return right(parts)
}

/** An empty text is refused. */
const textParts = (text: string): Wire[] => (text === '' ? [] : [{ text }])

const userPart = (part: ContentPart, path: string, { fetched }: Known): Either<UpstreamFailure, readonly Wire[]> => {
  if (part.type === 'text') return right(textParts(part.text ?? ''))
  if (part.type === 'file') return filePart(part, `${path}.file`, fetched)
  if (part.type !== 'image_url') return unsupported(`${path}.type`, `Parts of type '${part.type}' cannot be sent here.`)
  const url = part.image_url?.url ?? ''
  const inline = dataImage(url, `${path}.image_url.url`)
  if (inline !== null) return isLeft(inline) ? inline : right([{ inlineData: inline.right }])
  if (!isWebAddress(url)) return rejected('unsafe_url', `${path}.image_url.url`, 'This address names no image.')
  return right([{ inlineData: fetched.get(keyOf({ accept: 'image', url })) ?? NOT_FETCHED }])
}

/** Stands where a file of the web will. */
const NOT_FETCHED: Wire = { mimeType: '', data: '' }

const filePart = (
  { file }: ContentPart,
  path: string,
  fetched: FetchedFiles,
): Either<UpstreamFailure, readonly Wire[]> => {
  const inline = dataPdf(file?.file_data ?? '')
  if (inline !== null) return right([{ inlineData: inline }])
  const url = file?.file_url ?? ''
  if (!isWebAddress(url)) return unsupported(`${path}.file_data`, 'Of files this model reads PDFs alone.')
  return right([{ inlineData: fetched.get(keyOf({ accept: 'pdf', url })) ?? NOT_FETCHED }])
}

const assistantParts = (message: ChatMessage, path: string, known: Known): Either<UpstreamFailure, Wire[]> => {
  const text = textOf(message.content, path)
  if (isLeft(text)) return text
  const isSigned = known.thoughtSignatures && !known.leavesOutReasoning
  const signature = isSigned ? textSignatureIn(message.reasoning_signature) : null
  const words = textParts(text.right)
  const parts = [...(signature === null ? words : words.map((part) => ({ ...part, thoughtSignature: signature })))]
  for (const part of textParts(message.refusal ?? '')) parts.push(part)
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const part = callPart(call, `${path}.tool_calls.${index}`, index === 0, known)
    if (isLeft(part)) return part
    parts.push(part.right)
  }
  return right(parts)
}

const callPart = (
  call: ToolCall,
  path: string,
  isFirst: boolean,
  { calls, thoughtSignatures, leavesOutReasoning, readJson }: Known,
): Either<UpstreamFailure, Wire> => {
  if (call.type !== 'function') return unsupported(`${path}.type`, 'Only calls of functions can be sent here.')
  const { name, arguments: text } = call.function
  const args = callInput(text, (json) => objectOf(readJson(json)))
  const { id, thoughtSignature } = decodeCallId(call.id)
  calls.set(call.id, { id, name })
  // Of calls made in parallel the first alone is signed.
  const own = leavesOutReasoning ? null : thoughtSignature
  const signature = own ?? (isFirst && thoughtSignatures ? NO_SIGNATURE : null)
  return right({
    functionCall: { ...(id === '' ? {} : { id }), name, args },
    ...(signature === null ? {} : { thoughtSignature: signature }),
  })
}

const resultPart = (message: ChatMessage, path: string, { calls, readJson }: Known): Either<UpstreamFailure, Wire> => {
  const call = calls.get(message.tool_call_id ?? '')
  if (call === undefined) {
    return rejected('rejected_by_upstream', `${path}.tool_call_id`, 'No earlier message makes a tool call of this id.')
  }
  const text = textOf(message.content, path)
  if (isLeft(text)) return text
  const { id, name } = call
  return right({ functionResponse: { ...(id === '' ? {} : { id }), name, response: toResponse(text.right, readJson) } })
}

/** Google takes objects alone, and keeps the field `$ref` in them for itself. */
const toResponse = (text: string, readJson: Known['readJson']): Wire => {
  const value = objectOf(readJson(text))
  return value === null || holdsReference(value) ? { content: text } : value
}

const holdsReference = (value: unknown): boolean => {
  const fields = objectOf(value)
  if (fields !== null) return '$ref' in fields || Object.values(fields).some(holdsReference)
  return arrayOf(value)?.some(holdsReference) ?? false
}

/** The words of a message whose role can carry nothing else here. */
const textOf = (content: ChatMessage['content'], path: string): Either<UpstreamFailure, string> => {
  if (content === undefined || content === null) return right('')
  if (typeof content === 'string') return right(content)
  const texts: string[] = []
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text' && part.type !== 'refusal') {
      return unsupported(`${path}.content.${index}.type`, 'Here the model reads text alone.')
    }
    const fields: Wire = { ...part }
    texts.push(stringOf(fields['text']) ?? stringOf(fields['refusal']) ?? '')
  }
  return right(texts.join(''))
}
