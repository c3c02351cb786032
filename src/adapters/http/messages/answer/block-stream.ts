import type { ChatDelta, ToolCallDelta } from '../../../../domain/chat/chunk.ts'
import { callInput } from '../../../../domain/chat/tool-calls/call-input.ts'
import { citationsOf } from '../citations.ts'
import type { Citation } from '../citations.ts'
import type { CallersToolName } from '../request/tool-names.ts'
import { signThinking } from '../request/thinking-signature.ts'
import { eventFrame } from '../stream-codec.ts'
import { firstOfInput, textBlock, thinkingBlock, toolUseBlock, wholeInput } from './block-wire.ts'

/** One block of the answer's content, sent or waiting for those before it. */
interface StreamedBlock {
  readonly kind: 'thinking' | 'text' | 'tool_use'
  /** The number of the call among the answer's calls; null for other blocks. */
  readonly callIndex: number | null
  callId: string
  name: string
  /** Pieces that have not been sent. */
  waiting: string[]
  /** Sources of a text that have not been sent. */
  citations: Citation[]
  /** The provider's signature of thoughts, as far as it has come. */
  signature: string
  /** All arguments of a call so far, to tell whether they are whole. */
  readonly argumentPieces: string[]
  /** Whether the arguments begin as an object does; null while only blanks have come, and for other blocks. */
  beginsObject: boolean | null
}

const DELTAS = {
  thinking: { type: 'thinking_delta', field: 'thinking' },
  text: { type: 'text_delta', field: 'text' },
  tool_use: { type: 'input_json_delta', field: 'partial_json' },
} as const

const headOf = ({ kind, callId, name }: StreamedBlock, callersToolName: CallersToolName): object => {
  switch (kind) {
    case 'thinking':
      return thinkingBlock('', '')
    case 'text':
      return textBlock('', [])
    case 'tool_use':
      return toolUseBlock(callId, callersToolName(name), {})
  }
}

/** A call must not end before its last argument has come; nothing can follow a whole object. */
const isOver = ({ kind, argumentPieces, beginsObject }: StreamedBlock): boolean =>
  kind !== 'tool_use' || (beginsObject === true && wholeInput(argumentPieces.join('')) !== null)

/** The arguments of a call wait until they are known to be an object; what is none is written anew at its end. */
const mustWait = ({ kind, beginsObject }: StreamedBlock): boolean => kind === 'tool_use' && beginsObject !== true

/**
 * The pieces of a finished call whose arguments are no object: its input as a whole answer has it. They are not parsed
 * to see that: a thousand such calls of lists, all of which end here, held the process for four seconds.
 */
const inputPieces = ({ argumentPieces }: StreamedBlock): string[] => {
  const input = JSON.stringify(callInput(argumentPieces.join(''), () => null))
  return input === '{}' ? [] : [input]
}

const addArguments = (block: StreamedBlock, piece: string): void => {
  if (piece === '') return
  const first = block.beginsObject === null ? firstOfInput(piece) : -1
  if (first !== -1) block.beginsObject = piece[first] === '{'
  block.waiting.push(piece)
  block.argumentPieces.push(piece)
}

/** The sources of texts: of the last that has not ended, though a call may wait behind it, else of the next one. */
const startSources = () => {
  let early: Citation[] = []
  return {
    add: (citations: readonly Citation[], text: StreamedBlock | null): void => {
      const kept = text?.citations ?? early
      for (const citation of citations) kept.push(citation)
    },
    take: (): Citation[] => {
      const taken = early
      early = []
      return taken
    },
  }
}

/**
 * The blocks that have not ended, in the order in which they began. Behind a call that never becomes whole as many may
 * wait as a stream has chunks, so none of these looks through them all.
 */
const openBlocks = () => {
  let blocks: StreamedBlock[] = []
  /** How many at the beginning of the list have ended. */
  let ended = 0
  /** The block of each call by its number; null once it has ended. */
  const calls = new Map<number | null, StreamedBlock | null>()
  let lastText: StreamedBlock | null = null

  return {
    count: (): number => blocks.length - ended,
    first: (): StreamedBlock | undefined => blocks[ended],
    last: (): StreamedBlock | undefined => (blocks.length === ended ? undefined : blocks.at(-1)),
    callOf: (index: number): StreamedBlock | null | undefined => calls.get(index),
    lastText: (): StreamedBlock | null => lastText,
    add: (block: StreamedBlock): void => {
      blocks.push(block)
      if (block.kind === 'tool_use') calls.set(block.callIndex, block)
      if (block.kind === 'text') lastText = block
    },
    takeFirst: (): StreamedBlock | undefined => {
      const block = blocks[ended]
      if (block === undefined) return undefined
      ended += 1
      if (ended === blocks.length) [blocks, ended] = [[], 0]
      if (block.kind === 'tool_use') calls.set(block.callIndex, null)
      if (block === lastText) lastText = null
      return block
    },
  }
}

/** Writes blocks one after the other; the same block is given again until it is finished. */
const blockFrames = (model: string, callersToolName: CallersToolName) => {
  let index = 0
  let isOpen = false

  const startOf = (block: StreamedBlock): string => {
    if (isOpen) return ''
    isOpen = true
    return eventFrame({ type: 'content_block_start', index, content_block: headOf(block, callersToolName) })
  }

  const deltaOf = (block: StreamedBlock): string => {
    if (block.waiting.length === 0) return ''
    const { type, field } = DELTAS[block.kind]
    const piece = JSON.stringify(block.waiting.join(''))
    block.waiting = []
    return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${field}":${piece}}}\n\n`
  }

  /** Sources stand behind the words that have come. */
  const citationsIn = (block: StreamedBlock): string => {
    const frames = block.citations.map((citation) =>
      eventFrame({ type: 'content_block_delta', index, delta: { type: 'citations_delta', citation } }),
    )
    block.citations = []
    return frames.join('')
  }

  /** Thoughts are signed at their end, with the name of the model that had them. */
  const signatureOf = ({ kind, signature }: StreamedBlock): string => {
    if (kind !== 'thinking') return ''
    const delta = { type: 'signature_delta', signature: signThinking(model, signature) }
    return eventFrame({ type: 'content_block_delta', index, delta })
  }

  return {
    /** What has come of a block. A call whose name is still to come has not begun. */
    send: (block: StreamedBlock): string => {
      if (block.kind === 'tool_use' && block.name === '') return ''
      return startOf(block) + (mustWait(block) ? '' : deltaOf(block)) + citationsIn(block)
    },
    finish: (block: StreamedBlock): string => {
      if (mustWait(block)) block.waiting = inputPieces(block)
      const stop = eventFrame({ type: 'content_block_stop', index })
      const rest = startOf(block) + deltaOf(block) + citationsIn(block) + signatureOf(block) + stop
      index += 1
      isOpen = false
      return rest
    },
  }
}

/**
 * Writes the deltas of one answer as content blocks, of which one is open at a time, in the order in which they began.
 * A provider may mix the fragments of several calls: those of a later one wait until the one before is whole.
 */
export const blockStream = (model: string, callersToolName: CallersToolName) => {
  const blocks = openBlocks()
  const frames = blockFrames(model, callersToolName)
  const sources = startSources()
  let hasCalls = false

  const finishFirst = (): string => {
    const first = blocks.takeFirst()
    return first === undefined ? '' : frames.finish(first)
  }

  /** A call is looked at once, when a block begins right behind it: an unfinished one keeps the others to the end. */
  const begin = (block: StreamedBlock): string => {
    blocks.add(block)
    const first = blocks.first()
    return first !== undefined && blocks.count() === 2 && isOver(first) ? finishFirst() : ''
  }

  /** A provider that hides what its model thought gives the signature alone. */
  const addText = (kind: 'thinking' | 'text', piece: string, signature: string): string => {
    if (piece === '' && signature === '') return ''
    const last = blocks.last()
    if (last?.kind !== kind) {
      const waiting = piece === '' ? [] : [piece]
      const citations = kind === 'text' ? sources.take() : []
      return begin({ ...EMPTY, kind, signature, waiting, citations, argumentPieces: [] })
    }
    if (piece !== '') last.waiting.push(piece)
    last.signature += signature
    return ''
  }

  const addCall = ({ index, id, function: called }: ToolCallDelta): string => {
    let block = blocks.callOf(index)
    // Some providers repeat at the end, without a word, the calls that were whole before.
    if (block === null) return ''
    hasCalls = true
    let ended = ''
    if (block === undefined) {
      block = { ...EMPTY, kind: 'tool_use', callIndex: index, waiting: [], citations: [], argumentPieces: [] }
      ended = begin(block)
    }
    if (id !== undefined && id !== '') block.callId = id
    block.name += called?.name ?? ''
    addArguments(block, called?.arguments ?? '')
    return ended
  }

  return {
    hasCalls: (): boolean => hasCalls,
    /** The frames that a delta brings. */
    add: (delta: ChatDelta) => {
      const { reasoning_content: thinking, reasoning_signature: signature, content, tool_calls: calls } = delta
      let ended = addText('thinking', thinking ?? '', signature ?? '') + addText('text', content ?? '', '')
      if (delta.annotations !== undefined) {
        sources.add(citationsOf(delta.annotations), blocks.lastText())
      }
      if (calls !== undefined) for (const call of calls) ended += addCall(call)
      const first = blocks.first()
      return first === undefined ? ended : ended + frames.send(first)
    },
    /** Sends what waits and ends every block. */
    end: (): string => {
      let rest = ''
      while (blocks.count() > 0) rest += finishFirst()
      return rest
    },
  }
}

const EMPTY = { callIndex: null, callId: '', name: '', signature: '', beginsObject: null }
