import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Capability, ChatModel } from '../../catalog/model.ts'
import type { ChatMessage, ContentPart } from '../message.ts'
import { EFFORT, measureFieldOf } from '../reasoning-measure.ts'
import { choicesAsked } from '../request.ts'
import type { ChatRequest } from '../request.ts'
import { checkFile } from './file-input.ts'
import { checkImageUrl } from './image-url.ts'
import type { UnsafeImageUrl } from './image-url.ts'
import { isObject } from '../../json.ts'
import { SUPPORTED, unsupportedParameter } from '../../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../parameters/request-fields.ts'
import { unsupportedCapability } from '../../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../../parameters/unsupported-capability.ts'

export type CapabilityFailure = UnsupportedCapability | UnsupportedParameter | UnsafeImageUrl

const lacks = (model: ChatModel, capability: Capability): boolean => !model.capabilities.has(capability)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The field that a part of each type is read from. */
const FIELDS_OF_MEDIA = [
  ['image_url', 'image'],
  ['file', 'file'],
] as const

/** A server that reads the fields of a part and not its type would read what stands beside them. */
const checkBeside = (part: ContentPart, path: string): Either<UnsupportedParameter, void> => {
  const strange = FIELDS_OF_MEDIA.find(([name]) => name !== part.type && !isEmpty(part[name]))
  return strange === undefined
    ? SUPPORTED
    : unsupportedParameter(`${path}.${strange[0]}`, `A content part of type '${part.type}' has no ${strange[1]}.`)
}

const checkImagePart = (part: ContentPart, path: string, model: ChatModel): Either<CapabilityFailure, ContentPart> => {
  if (lacks(model, 'image_input')) {
    return unsupportedCapability(`${path}.image_url`, `${model.id} does not read images.`)
  }
  const given = part.image_url?.url ?? ''
  const url = checkImageUrl(given, `${path}.image_url.url`)
  if (isLeft(url)) return url
  return right(url.right === given ? part : { ...part, image_url: { ...part.image_url, url: url.right } })
}

/** A file of text becomes a text, which every model reads. */
const checkFilePart = (part: ContentPart, path: string, model: ChatModel): Either<CapabilityFailure, ContentPart> => {
  const { file: given } = part
  if (given === undefined || given === null) {
    return unsupportedParameter(`${path}.file`, "A content part of type 'file' must have a file.")
  }
  const file = checkFile(given, `${path}.file`)
  if (isLeft(file)) return file
  if (file.right.tag === 'text') return right({ type: 'text', text: file.right.text })
  return lacks(model, 'file_input')
    ? unsupportedCapability(path, `${model.id} reads no files but those of text.`)
    : right({ type: part.type, file: file.right.file })
}

/** Accepts only the types of parts whose cost can be foreseen. Returns the part as it goes upstream. */
const checkPart = (part: ContentPart, path: string, model: ChatModel): Either<CapabilityFailure, ContentPart> => {
  const beside = checkBeside(part, path)
  if (isLeft(beside)) return beside
  switch (part.type) {
    case 'text':
    case 'refusal':
      return right(part)
    case 'image_url':
      return checkImagePart(part, path, model)
    case 'file':
      return checkFilePart(part, path, model)
    default:
      return unsupportedParameter(`${path}.type`, `Content parts of type '${part.type}' are not supported.`)
  }
}

const checkParts = (
  message: ChatMessage,
  content: readonly ContentPart[],
  path: string,
  model: ChatModel,
): Either<CapabilityFailure, ChatMessage> => {
  const checked: ContentPart[] = []
  for (const [index, part] of content.entries()) {
    const result = checkPart(part, `${path}.content.${index}`, model)
    if (isLeft(result)) return result
    checked.push(result.right)
  }
  return right(checked.every((part, index) => part === content[index]) ? message : { ...message, content: checked })
}

/** The messages with every address in the spelling in which it goes upstream, and with the words of files of text. */
const checkMessages = (
  messages: readonly ChatMessage[],
  model: ChatModel,
): Either<CapabilityFailure, readonly ChatMessage[]> => {
  const checked: ChatMessage[] = []
  for (const [index, message] of messages.entries()) {
    const { content } = message
    const isText = content === undefined || content === null || typeof content === 'string'
    const result = isText ? right(message) : checkParts(message, content, `messages.${index}`, model)
    if (isLeft(result)) return result
    checked.push(result.right)
  }
  return right(checked)
}

/** Tools that the client carries out itself. The provider runs every other type and charges for it. */
const CALLER_TOOL_TYPES: ReadonlySet<unknown> = new Set(['function', 'custom'])

const checkTools = (request: ChatRequest, model: ChatModel): Either<UnsupportedParameter, void> => {
  if (!isEmpty(request.tools) && lacks(model, 'tools')) {
    return unsupportedParameter('tools', `${model.id} does not call tools.`)
  }
  const foreign = (request.tools ?? []).findIndex((tool) => !CALLER_TOOL_TYPES.has(tool['type']))
  return foreign === -1
    ? SUPPORTED
    : unsupportedParameter(`tools.${foreign}.type`, 'Only tools of type function or custom are supported.')
}

/** Whether a choice has the model call a tool, whichever it is. */
const isForced = (choice: ChatRequest['tool_choice']): boolean => {
  if (typeof choice !== 'object' || choice === null) return choice === 'required'
  const allowed = choice['allowed_tools']
  return choice['type'] !== 'allowed_tools' || (isObject(allowed) && allowed['mode'] === 'required')
}

const TOOL_FIELDS: ReadonlySet<string> = new Set(['tools', 'tool_choice', 'parallel_tool_calls'])

/**
 * Where there is no tool, fields about tools ask for nothing, and OpenAI and its like refuse each of them. A tool that
 * must be called is another thing.
 */
const withoutIdleFields = (request: ChatRequest): Either<UnsupportedParameter, ChatRequest> => {
  if (!isEmpty(request.tools)) return right(request)
  if (isForced(request.tool_choice)) return unsupportedParameter('tool_choice', 'There is no tool to call.')
  const names = Object.keys(request)
  if (!names.some((name) => TOOL_FIELDS.has(name))) return right(request)
  // The fields that are left out may all be missing.
  return right(Object.fromEntries(Object.entries(request).filter(([name]) => !TOOL_FIELDS.has(name))) as ChatRequest)
}

const checkFields = (request: ChatRequest, model: ChatModel): Either<UnsupportedParameter, void> => {
  if (request.response_format?.['type'] === 'json_schema' && lacks(model, 'json_schema')) {
    return unsupportedParameter('response_format', `${model.id} does not support JSON schema output.`)
  }
  if (choicesAsked(request) > model.limits.maxChoices) {
    return unsupportedParameter('n', `${model.id} gives at most ${model.limits.maxChoices} choices.`)
  }
  for (const name of model.unsupportedParameters) {
    // A budget of thoughts asks for an effort, in tokens.
    const asked = name === EFFORT ? measureFieldOf(request) : isEmpty(request[name]) ? null : name
    if (asked !== null) return unsupportedParameter(asked, `${model.id} does not support '${asked}'.`)
  }
  return SUPPORTED
}

/**
 * Refuses what the model cannot do, before any money is held, and names the field that asks for it. Returns the request
 * as it may go upstream.
 */
export const checkCapabilities = (request: ChatRequest, model: ChatModel): Either<CapabilityFailure, ChatRequest> => {
  const messages = checkMessages(request.messages, model)
  if (isLeft(messages)) return messages
  const tools = checkTools(request, model)
  if (isLeft(tools)) return tools
  const fields = checkFields(request, model)
  if (isLeft(fields)) return fields
  const asked = withoutIdleFields(request)
  return isLeft(asked) ? asked : right({ ...asked.right, messages: messages.right })
}
