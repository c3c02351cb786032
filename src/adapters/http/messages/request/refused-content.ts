import { isObject } from '../../../../domain/json.ts'
import type { NativeField } from '../../../../domain/chat/native.ts'
import { findForbiddenField } from '../../../../domain/parameters/request-fields.ts'
import { isCallersType } from './message-request-codec.ts'
import type { TranslationFailure } from './translation-notes.ts'
import { noteInvalid, noteUnsupported, startNotes } from './translation-notes.ts'

/** Names a file that the provider has stored, whatever block it stands in. */
const FILE = 'file_id'
/** Declares a tool in the middle of a conversation. */
const DEFINITION = 'definition'

/** A tool with a type of its own: the provider would run most of them, for a price. */
const isTypedTool = (name: string, value: unknown): boolean =>
  name === DEFINITION && isObject(value) && !isCallersType(value['type'])

const isRefused = (name: string, value: unknown): boolean => name === FILE || isTypedTool(name, value)

/** The input of a call is in the words of the client's own tool, which no provider acts upon. */
const withoutInput = (block: unknown): unknown =>
  isObject(block) && String(block['type']).endsWith('tool_use') ? { ...block, input: null } : block

const withoutInputs = (messages: unknown): unknown =>
  Array.isArray(messages)
    ? messages.map((message: unknown) =>
        isObject(message) && Array.isArray(message['content'])
          ? { ...message, content: message['content'].map(withoutInput) }
          : message,
      )
    : messages

/** Whether a text may have a field of these names. Letters may be written as escapes. */
const mayBeRefused = (json: string): boolean => json.includes(FILE) || json.includes(DEFINITION) || json.includes('\\u')

/**
 * What a conversation may not have on any wire, also where it goes to a provider as it was written: a file that is
 * stored under the operator's key, and the definition of a tool that the provider runs. Null where it has neither.
 */
export const refusedContent = (fields: ReadonlyMap<string, NativeField>): TranslationFailure | null => {
  const notes = startNotes()
  for (const name of ['system', 'messages']) {
    const field = fields.get(name)
    if (field === undefined || !mayBeRefused(field.json)) continue
    const found = findForbiddenField(withoutInputs(field.value), isRefused)
    if (found === null) continue
    const path = `${name}.${found}`
    if (found.endsWith(FILE))
      noteInvalid(path, 'must not name a stored file: send the file itself or its address', notes)
    else noteUnsupported(`${path}.type`, 'A tool of this type is not offered in a conversation.', notes)
  }
  return notes.failure
}
