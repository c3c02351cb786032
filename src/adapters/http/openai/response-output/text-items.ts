import type { ItemLog } from './item-log.ts'
import type { AnswerReasoning } from './answer-reasoning.ts'

/** Whether an item is whole, or was cut off by the end of the answer. */
export type ItemStatus = 'completed' | 'incomplete'

/** An item that is being written. */
interface WrittenItem {
  readonly end: (status: ItemStatus) => void
}

export interface OpenReasoning extends WrittenItem {
  readonly add: (text: string) => void
  /** The provider's own proof of what it thought. */
  readonly sign: (signature: string) => void
}

/** How thoughts are sealed, with their provider's signature, and what becomes of that. */
export interface Sealing {
  readonly reasoning: AnswerReasoning
  readonly sealOf: (signature: string) => string
}

/** Reasoning as far as a provider shows it: one summary, sealed where that is of use. */
export const openReasoning = (log: ItemLog, { reasoning, sealOf }: Sealing): OpenReasoning => {
  const pieces: string[] = []
  const signatures: string[] = []
  const item = log.addItem('rs', { type: 'reasoning', status: 'in_progress', summary: [] })
  return {
    add: (text) => {
      if (pieces.length === 0) {
        const part = { type: 'summary_text', text: '' }
        item.event('response.reasoning_summary_part.added', { summary_index: 0, part })
      }
      pieces.push(text)
      item.event('response.reasoning_summary_text.delta', { summary_index: 0, delta: text })
    },
    sign: (signature) => void signatures.push(signature),
    end: (status) => {
      const text = pieces.join('')
      const part = { type: 'summary_text', text }
      if (pieces.length > 0) {
        item.event('response.reasoning_summary_text.done', { summary_index: 0, text })
        item.event('response.reasoning_summary_part.done', { summary_index: 0, part })
      }
      const seal = reasoning.use === 'unused' ? {} : { encrypted_content: sealOf(signatures.join('')) }
      const summary = pieces.length === 0 ? [] : [part]
      item.end(reasoning.shown(item.id, { id: item.id, type: 'reasoning', status, summary, ...seal }))
    },
  }
}

type PartKind = 'output_text' | 'refusal'

interface PartRules {
  /** The field of a part that holds its text, and of the event that ends it. */
  readonly field: 'text' | 'refusal'
  readonly common: Readonly<Record<string, unknown>>
  /** Whether its tokens have probabilities, and its words sources. */
  readonly isText: boolean
}

const PARTS: Readonly<Record<PartKind, PartRules>> = {
  output_text: { field: 'text', common: { annotations: [], logprobs: [] }, isText: true },
  refusal: { field: 'refusal', common: {}, isText: false },
}

interface OpenPart {
  readonly kind: PartKind
  readonly pieces: string[]
  readonly logprobs: unknown[]
  readonly annotations: unknown[]
}

export interface OpenMessage extends WrittenItem {
  /** `logprobs` are the probabilities of the text's tokens, where they were asked for. */
  readonly add: (kind: PartKind, text: string, logprobs: readonly unknown[]) => void
  /** Sources of the text. */
  readonly cite: (citations: readonly unknown[]) => void
}

export const openMessage = (log: ItemLog): OpenMessage => {
  const item = log.addItem('msg', { type: 'message', status: 'in_progress', role: 'assistant', content: [] })
  const content: unknown[] = []
  let part: OpenPart | null = null

  const endPart = (): void => {
    if (part === null) return
    const { kind, pieces, logprobs, annotations } = part
    const { field, common, isText } = PARTS[kind]
    const text = pieces.join('')
    const whole = { type: kind, ...common, [field]: text, ...(isText ? { annotations, logprobs } : {}) }
    const index = { content_index: content.length }
    item.event(`response.${kind}.done`, { ...index, [field]: text, ...(isText ? { logprobs } : {}) })
    item.event('response.content_part.done', { ...index, part: whole })
    content.push(whole)
    part = null
  }

  const openPart = (kind: PartKind): OpenPart => {
    if (part?.kind === kind) return part
    endPart()
    const { field, common } = PARTS[kind]
    const empty = { type: kind, ...common, [field]: '' }
    item.event('response.content_part.added', { content_index: content.length, part: empty })
    return { kind, pieces: [], logprobs: [], annotations: [] }
  }

  return {
    add: (kind, text, logprobs) => {
      part = openPart(kind)
      part.pieces.push(text)
      for (const logprob of logprobs) part.logprobs.push(logprob)
      const delta = { content_index: content.length, delta: text }
      item.event(`response.${kind}.delta`, PARTS[kind].isText ? { ...delta, logprobs } : delta)
    },
    cite: (citations) => {
      part = openPart('output_text')
      for (const annotation of citations) {
        const place = { content_index: content.length, annotation_index: part.annotations.length }
        item.event('response.output_text.annotation.added', { ...place, annotation })
        part.annotations.push(annotation)
      }
    },
    end: (status) => {
      endPart()
      item.end({ type: 'message', status, role: 'assistant', content })
    },
  }
}
