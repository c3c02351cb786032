import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import type { Capability, ChatModel } from '../catalog/model.ts'
import type { ChatMessage, ContentPart } from './message.ts'
import { type ChatRequest, fieldsOf } from './request.ts'
import { checkImageUrl, type UnsafeUrl } from './image-url.ts'
import { SUPPORTED, type UnsupportedParameter, unsupportedParameter } from './unsupported-parameter.ts'

export interface UnsupportedCapability {
  readonly tag: 'unsupported_capability'
  readonly param: string
  readonly message: string
}

export type CapabilityFailure = UnsupportedCapability | UnsupportedParameter | UnsafeUrl

const lacks = (model: ChatModel, capability: Capability): boolean => !model.capabilities.has(capability)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/**
 * Only part types whose cost can be foreseen are let through: a part that names a file of the vendor's
 * would even reach into the operator's own account there.
 */
const checkPart = (part: ContentPart, path: string, model: ChatModel): Either<CapabilityFailure, void> => {
  if (part.type === 'text' || part.type === 'refusal') return SUPPORTED
  if (part.type !== 'image_url') {
    return unsupportedParameter(`${path}.type`, `Content parts of type '${part.type}' are not supported.`)
  }
  if (lacks(model, 'image_input')) {
    return left({ tag: 'unsupported_capability', param: path, message: `${model.id} does not read images.` })
  }
  return checkImageUrl(part.image_url?.url ?? '', `${path}.image_url.url`)
}

const checkMessages = (messages: readonly ChatMessage[], model: ChatModel): Either<CapabilityFailure, void> => {
  for (const [messageIndex, { content }] of messages.entries()) {
    if (content === undefined || content === null || typeof content === 'string') continue
    for (const [partIndex, part] of content.entries()) {
      const checked = checkPart(part, `messages.${messageIndex}.content.${partIndex}`, model)
      if (isLeft(checked)) return checked
    }
  }
  return SUPPORTED
}

/** Tools the caller carries out itself. Any other type is run, and priced apart, by the vendor. */
const CALLER_TOOL_TYPES: ReadonlySet<unknown> = new Set(['function', 'custom'])

const checkTools = (request: ChatRequest, model: ChatModel): Either<UnsupportedParameter, void> => {
  for (const field of ['tools', 'functions']) {
    if (!isEmpty(fieldsOf(request)[field]) && lacks(model, 'tools')) {
      return unsupportedParameter(field, `${model.id} does not call tools.`)
    }
  }
  const foreign = (request.tools ?? []).findIndex((tool) => !CALLER_TOOL_TYPES.has(tool['type']))
  return foreign === -1
    ? SUPPORTED
    : unsupportedParameter(`tools.${foreign}.type`, 'Only tools of type function or custom are supported.')
}

const checkFields = (request: ChatRequest, model: ChatModel): Either<UnsupportedParameter, void> => {
  if (request.response_format?.['type'] === 'json_schema' && lacks(model, 'json_schema')) {
    return unsupportedParameter('response_format', `${model.id} does not support JSON schema output.`)
  }
  if ((request.n ?? 1) > model.limits.maxChoices) {
    return unsupportedParameter('n', `${model.id} gives at most ${model.limits.maxChoices} choices.`)
  }
  for (const name of model.unsupportedParameters ?? []) {
    if (!isEmpty(fieldsOf(request)[name])) return unsupportedParameter(name, `${model.id} does not support '${name}'.`)
  }
  return SUPPORTED
}

/** Refuses what the model cannot do, before anything is held, naming the field that asks for it. */
export const checkCapabilities = (request: ChatRequest, model: ChatModel): Either<CapabilityFailure, void> => {
  const messages = checkMessages(request.messages, model)
  if (isLeft(messages)) return messages
  const tools = checkTools(request, model)
  return isLeft(tools) ? tools : checkFields(request, model)
}
