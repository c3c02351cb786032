import { TINY_PNG } from '../media/tiny-images.ts'

type Json = Readonly<Record<string, unknown>>
type Random = () => number

/** A text of the user's, an image, or the words of a file. */
type Shown = { readonly text: string } | { readonly image: string } | { readonly file: string }

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: Json
}

interface Result {
  readonly callId: string
  readonly text: string
  readonly hasImage: boolean
  readonly isError: boolean
}

export type Turn =
  | { readonly by: 'user'; readonly shown: readonly Shown[] }
  | { readonly by: 'system'; readonly text: string }
  | { readonly by: 'model'; readonly text: string | null; readonly calls: readonly Call[] }
  | { readonly by: 'tools'; readonly results: readonly Result[]; readonly shown: readonly Shown[] }

/** A conversation that may be asked of any model with tools and images, in no surface's words. */
export interface RandomConversation {
  readonly system: readonly string[]
  readonly turns: readonly Turn[]
  readonly tools: readonly string[]
  readonly choice: 'auto' | 'any' | 'none' | null
  readonly isSerial: boolean
  readonly stops: readonly string[]
  readonly temperature: number | null
  readonly thinks: boolean
  /** Whether the answer is to be JSON of a form. */
  readonly format: boolean
}

/** Each text has a word of its own, by which it is found again, among letters that are written in many ways. */
const ODD = ['plain', '"quoted"', 'back\\slash', 'two\nlines', 'Привет', '😀', '<tag> & more', '\u2028', '{"a": 1}']

const IMAGE = Buffer.from(TINY_PNG).toString('base64')

const pick = <A>(random: Random, from: readonly A[]): A => from[Math.floor(random() * from.length)] as A

const shuffled = <A>(random: Random, list: readonly A[]): readonly A[] =>
  list
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)

const some = <A>(random: Random, most: number, make: (index: number) => A): readonly A[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => make(index))

/** Makes texts that nothing else has. */
export const startMarks = (random: Random) => {
  const words: string[] = []
  return {
    /** The words of all texts so far. */
    words,
    text: (): string => {
      const word = `mark${words.length}x`
      words.push(word)
      return `${pick(random, ODD)} ${word} ${pick(random, ODD)}`
    },
  }
}

type Marks = ReturnType<typeof startMarks>

const TOOLS = ['look', 'hear_all', 'mcp__server__tool-one', 'x'.repeat(90)] as const

const shownBy = (random: Random, marks: Marks): readonly Shown[] => [
  { text: marks.text() },
  ...some(random, 2, () => {
    const lot = random()
    if (lot < 0.3) return { image: IMAGE }
    return lot < 0.4 ? { file: marks.text() } : { text: marks.text() }
  }),
]

export const wordsOfUser = (text: string): Turn => ({ by: 'user', shown: [{ text }] })

/** The results of calls, in any order. */
export const resultsOf = (random: Random, marks: Marks, calls: readonly Pick<Call, 'id'>[]): Turn => ({
  by: 'tools',
  results: shuffled(random, calls).map(({ id }) => ({
    callId: id,
    text: marks.text(),
    hasImage: random() < 0.15,
    isError: random() < 0.2,
  })),
  shown: random() < 0.4 ? shownBy(random, marks) : [],
})

/** A conversation that ends with words of the user, or with the results of calls. */
export const randomConversation = (random: Random, marks: Marks): RandomConversation => {
  const tools = some(random, 3, () => '').map((_, index) => TOOLS[index] ?? TOOLS[0])
  const turns: Turn[] = [{ by: 'user', shown: shownBy(random, marks) }]
  let calls = 0
  const call = (index: number): Call => {
    calls += 1
    // Some models give the first call of every turn the same id.
    const id = pick(random, [`toolu_${calls}abc`, `call_${calls}`, `Bash:${calls}`, `id-${calls}`, `call_n${index}`])
    return {
      id,
      name: pick(random, tools),
      input: random() < 0.3 ? {} : { place: marks.text(), more: [1, { a: null }] },
    }
  }
  for (let turn = Math.floor(random() * 4); turn > 0; turn -= 1) {
    const made = tools.length === 0 ? [] : some(random, 3, call)
    const text = made.length === 0 || random() < 0.5 ? marks.text() : null
    turns.push({ by: 'model', text, calls: made })
    turns.push(made.length > 0 ? resultsOf(random, marks, made) : { by: 'user', shown: shownBy(random, marks) })
    if (random() < 0.15) turns.push({ by: 'system', text: marks.text() })
  }
  return {
    system: some(random, 2, () => marks.text()),
    turns,
    tools,
    choice: tools.length === 0 ? null : pick(random, ['auto', 'any', 'none', null, null]),
    isSerial: tools.length > 0 && random() < 0.2,
    stops: random() < 0.2 ? ['STOP', 'END'] : [],
    temperature: random() < 0.3 ? 0.5 : null,
    thinks: random() < 0.2,
    format: tools.length === 0 && random() < 0.2,
  }
}

const FORMAT = {
  type: 'object',
  properties: { place: { type: 'string' } },
  required: ['place'],
  additionalProperties: false,
}

const SCHEMA = { type: 'object', properties: { place: { type: 'string' } } }

const MAX_TOKENS = 2_000

/** Marks a block of a Messages request for the cache, now and then. */
const cached = (random: Random): Json => (random() < 0.1 ? { cache_control: { type: 'ephemeral' } } : {})

const imageBlock = (data: string): Json => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
})

const documentBlock = (text: string, title: string): Json => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: text },
  title,
})

/** Words as such, in a document, or in what a search has found. */
const wordsBlock = (random: Random, text: string): Json => {
  const lot = random()
  if (lot < 0.8) return { type: 'text', text }
  return lot < 0.9
    ? documentBlock(text, 'Notes')
    : { type: 'search_result', source: 'https://example.com', title: 'Found', content: [{ type: 'text', text }] }
}

const blockOf = (random: Random, shown: Shown): Json => {
  if ('text' in shown) return wordsBlock(random, shown.text)
  return 'image' in shown ? imageBlock(shown.image) : documentBlock(shown.file, FILE_NAME)
}

const blocksOf = (random: Random, shown: readonly Shown[]): readonly Json[] =>
  shown.map((each) => ({ ...blockOf(random, each), ...cached(random) }))

/** A thought of another model's, which this one is not given. */
const FOREIGN = { type: 'thinking', thinking: 'foreign', signature: 'gateway.Zm9yZWlnbg.' }

const blocksOfTurn = (random: Random, turn: Turn): readonly Json[] => {
  if (turn.by === 'user') return blocksOf(random, turn.shown)
  if (turn.by === 'system') return [{ type: 'text', text: turn.text }]
  if (turn.by === 'model') {
    return [
      ...(random() < 0.2 ? [FOREIGN] : []),
      ...(turn.text === null ? [] : [{ type: 'text', text: turn.text, ...cached(random) }]),
      ...turn.calls.map((call) => ({ type: 'tool_use', ...call, ...cached(random) })),
    ]
  }
  const results = turn.results.map(({ callId, text, hasImage, isError }) => ({
    type: 'tool_result',
    tool_use_id: callId,
    content: hasImage || random() < 0.5 ? [{ type: 'text', text }, ...(hasImage ? [imageBlock(IMAGE)] : [])] : text,
    ...(isError ? { is_error: true } : {}),
    ...cached(random),
  }))
  return [...results, ...blocksOf(random, turn.shown)]
}

const ROLES = { user: 'user', model: 'assistant', tools: 'user', system: 'system' } as const

/** One message, or several in one role, which this wire reads as one. */
const messagesOf = (random: Random, turn: Turn): readonly Json[] => {
  const role = ROLES[turn.by]
  const blocks = blocksOfTurn(random, turn)
  const [first] = blocks
  if (blocks.length === 1 && first?.['type'] === 'text' && random() < 0.5) return [{ role, content: first['text'] }]
  const at = random() < 0.2 ? 1 + Math.floor(random() * blocks.length) : blocks.length
  return [blocks.slice(0, at), blocks.slice(at)].flatMap((content) => (content.length === 0 ? [] : [{ role, content }]))
}

/** The conversation in the words of Messages, in forms chosen by lot. */
export const toMessages = (random: Random, asked: RandomConversation): Json => ({
  max_tokens: MAX_TOKENS,
  messages: asked.turns.flatMap((turn) => messagesOf(random, turn)),
  ...systemOf(random, asked.system),
  ...(asked.tools.length === 0
    ? {}
    : { tools: asked.tools.map((name) => ({ name, input_schema: SCHEMA, ...cached(random) })) }),
  ...(asked.choice === null
    ? {}
    : {
        tool_choice: {
          type: asked.choice,
          ...(asked.isSerial && asked.choice !== 'none' ? { disable_parallel_tool_use: true } : {}),
        },
      }),
  ...(asked.stops.length === 0 ? {} : { stop_sequences: asked.stops }),
  ...(asked.temperature === null ? {} : { temperature: asked.temperature }),
  ...(asked.thinks ? { thinking: { type: 'enabled', budget_tokens: 1_024 } } : {}),
  ...(asked.format ? { output_config: { format: { type: 'json_schema', schema: FORMAT } } } : {}),
})

const systemOf = (random: Random, system: readonly string[]): Json => {
  const [text] = system
  if (text === undefined) return {}
  if (system.length === 1 && random() < 0.5) return { system: text }
  return { system: system.map((each) => ({ type: 'text', text: each, ...cached(random) })) }
}

const dataUrl = (data: string): string => `data:image/png;base64,${data}`

const FILE_NAME = 'notes.txt'

const openAiFile = (text: string): Json => ({
  filename: FILE_NAME,
  file_data: `data:text/plain;base64,${Buffer.from(text).toString('base64')}`,
})

const chatParts = (shown: readonly Shown[]): readonly Json[] =>
  shown.map((each) => {
    if ('text' in each) return { type: 'text', text: each.text }
    return 'image' in each
      ? { type: 'image_url', image_url: { url: dataUrl(each.image) } }
      : { type: 'file', file: openAiFile(each.file) }
  })

export const chatTurn = (turn: Turn): readonly Json[] => {
  if (turn.by === 'user') return [{ role: 'user', content: chatParts(turn.shown) }]
  if (turn.by === 'system') return [{ role: 'system', content: turn.text }]
  if (turn.by === 'model') {
    const calls = turn.calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name: chatName(name), arguments: JSON.stringify(input) },
    }))
    return [{ role: 'assistant', content: turn.text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
  }
  return [
    ...turn.results.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text })),
    ...(turn.shown.length === 0 ? [] : [{ role: 'user', content: chatParts(turn.shown) }]),
  ]
}

/** OpenAI's wires have shorter names of tools. */
const chatName = (name: string): string => name.slice(0, 64)

const CHOICES = { any: 'required', auto: 'auto', none: 'none' } as const

/** The same in the words of chat. */
export const toChat = ({
  system,
  turns,
  tools,
  choice,
  isSerial,
  stops,
  temperature,
  thinks,
  format,
}: RandomConversation): Json => ({
  max_tokens: MAX_TOKENS,
  messages: [...system.map((content) => ({ role: 'system', content })), ...turns.flatMap(chatTurn)],
  ...(tools.length === 0
    ? {}
    : { tools: tools.map((name) => ({ type: 'function', function: { name: chatName(name), parameters: SCHEMA } })) }),
  ...(choice === null ? {} : { tool_choice: CHOICES[choice] }),
  ...(isSerial ? { parallel_tool_calls: false } : {}),
  ...(stops.length === 0 ? {} : { stop: stops }),
  ...(temperature === null ? {} : { temperature }),
  ...(thinks ? { reasoning_effort: 'low' } : {}),
  ...(format
    ? { response_format: { type: 'json_schema', json_schema: { name: 'output', schema: FORMAT, strict: true } } }
    : {}),
})

const inputParts = (shown: readonly Shown[]): readonly Json[] =>
  shown.map((each) => {
    if ('text' in each) return { type: 'input_text', text: each.text }
    return 'image' in each
      ? { type: 'input_image', image_url: dataUrl(each.image) }
      : { type: 'input_file', ...openAiFile(each.file) }
  })

export const itemsOf = (turn: Turn): readonly Json[] => {
  if (turn.by === 'user') return [{ role: 'user', content: inputParts(turn.shown) }]
  if (turn.by === 'system') return [{ role: 'system', content: turn.text }]
  if (turn.by === 'model') {
    return [
      ...(turn.text === null ? [] : [{ role: 'assistant', content: turn.text }]),
      ...turn.calls.map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name: chatName(name),
        arguments: JSON.stringify(input),
      })),
    ]
  }
  return [
    ...turn.results.map(({ callId, text }) => ({ type: 'function_call_output', call_id: callId, output: text })),
    ...(turn.shown.length === 0 ? [] : [{ role: 'user', content: inputParts(turn.shown) }]),
  ]
}

/** The same in the words of Responses, which has no texts to stop at. */
export const toResponses = ({
  system,
  turns,
  tools,
  choice,
  isSerial,
  temperature,
  thinks,
  format,
}: RandomConversation): Json => ({
  max_output_tokens: MAX_TOKENS,
  store: false,
  input: turns.flatMap(itemsOf),
  ...(system.length === 0 ? {} : { instructions: system.join('\n') }),
  ...(tools.length === 0
    ? {}
    : {
        tools: tools.map((name) => ({ type: 'function', name: chatName(name), parameters: SCHEMA, strict: false })),
      }),
  ...(choice === null ? {} : { tool_choice: CHOICES[choice] }),
  ...(isSerial ? { parallel_tool_calls: false } : {}),
  ...(temperature === null ? {} : { temperature }),
  ...(thinks ? { reasoning: { effort: 'low' } } : {}),
  ...(format ? { text: { format: { type: 'json_schema', name: 'output', schema: FORMAT, strict: true } } } : {}),
})
