import type { Deployment } from '../../../../domain/catalog/model.ts'
import { isTextData } from '../../../../domain/chat/checks/file-input.ts'
import type { ContentPart } from '../../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { CHAT_REQUEST, CONTENT_PART, MESSAGE } from '../../fields/chat-shapes.ts'
import { asksForNothing } from '../../fields/default-values.ts'
import { leftOutOf, listShape, objectShape, SINGLE, withFields } from '../../fields/shape.ts'
import { parametersOf } from '../deployment-parameters.ts'
import type { GoogleParameters } from '../deployment-parameters.ts'
import { textSignatureIn } from './text-signature.ts'
import { unheardOfThinking } from './thinking.ts'
import { toSent } from './to-contents.ts'
import { isNonEmptyText } from '../../../../domain/json.ts'

const PART = withFields(CONTENT_PART, {
  image_url: objectShape({ url: SINGLE }),
  file: objectShape({ file_data: SINGLE, file_url: SINGLE, filename: SINGLE }),
})

/** What is mapped to the provider's wire, or refused where it cannot be. */
const TAKEN = withFields(CHAT_REQUEST, {
  messages: listShape(
    withFields(MESSAGE, {
      content: listShape(PART),
      name: null,
      reasoning_content: null,
      reasoning_signature: SINGLE,
    }),
  ),
  top_k: SINGLE,
  include_reasoning: SINGLE,
  parallel_tool_calls: null,
  user: null,
})

/** An empty text to stop at is refused. */
const hasEmptyStop = (stop: ChatRequest['stop']): boolean =>
  typeof stop === 'string' ? stop === '' : (stop?.includes('') ?? false)

const hasName = ({ file }: ContentPart): boolean => isNonEmptyText(file?.filename) && !isTextData(file.file_data ?? '')

/** Google knows no name of a PDF. That of a text stands before its words. */
const hasNamedPdf = ({ messages }: ChatRequest): boolean =>
  messages.some(({ content }) => typeof content === 'object' && content?.some(hasName))

/** The seals of other providers, and of Google's own for a model that signs nothing. */
const hasForeignSeal = ({ messages }: ChatRequest, { thoughtSignatures }: GoogleParameters): boolean =>
  messages.some(
    ({ reasoning_signature: seal }) => isNonEmptyText(seal) && !(thoughtSignatures && textSignatureIn(seal) !== null),
  )

/** Fields of a request that Google is not given. */
export const ignoredFields = (request: ChatRequest, deployment: Deployment): readonly string[] => {
  const parameters = parametersOf(deployment)
  const dropped = [...parameters.drops].filter((name) => !asksForNothing(name, request[name]))
  return [
    ...new Set([
      ...leftOutOf(request, TAKEN),
      ...dropped,
      ...(hasNamedPdf(request) ? ['messages.content.file.filename'] : []),
      ...unheardOfThinking(request, parameters),
      ...(hasForeignSeal(request, parameters) ? ['messages.reasoning_signature'] : []),
      ...(hasEmptyStop(request.stop) ? ['stop'] : []),
      ...toSent(request.messages, parameters).leftOut,
    ]),
  ]
}
