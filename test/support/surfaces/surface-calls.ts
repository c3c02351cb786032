type Json = Readonly<Record<string, unknown>>

/** What is asked, in no surface's words. */
export interface Question {
  readonly model: string
  readonly text: string
  readonly stream: boolean
  readonly image?: string
  /** The `data:` URL of a PDF, or its address. */
  readonly file?: { readonly name: string; readonly data: string } | { readonly name: string; readonly url: string }
  readonly tools?: readonly { readonly name: string; readonly schema: Json }[]
  readonly isParallel?: boolean
  readonly format?: Json
  readonly effort?: 'low'
}

/** What came of it, in no surface's words. */
export interface Seen {
  readonly text: string
  readonly calls: readonly (readonly [name: string, input: unknown])[]
  readonly end: 'stop' | 'length' | 'tools' | 'refused' | 'failed'
}

/** One way in which clients ask for chat. */
export interface SurfaceCalls {
  readonly path: string
  readonly bodyOf: (question: Question) => Json
  readonly readWhole: (body: Json) => Seen
  /** From the data of every event. */
  readonly readStream: (events: readonly Json[]) => Seen
  /** The name of what is refused. */
  readonly refusalOf: (body: Json) => string
}

const MAX_TOKENS = 500

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const parsed = (text: unknown): unknown => JSON.parse(textIn(text) === '' ? '{}' : textIn(text))

const CHAT_ENDS: Readonly<Record<string, Seen['end']>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tools',
  content_filter: 'refused',
}

type AskedFile = NonNullable<Question['file']>

const openAiFile = (file: AskedFile): Json => ({
  filename: file.name,
  ...('url' in file ? { file_url: file.url } : { file_data: file.data }),
})

const chat: SurfaceCalls = {
  path: '/v1/chat/completions',
  bodyOf: ({ model, text, stream, image, file, tools, isParallel, format, effort }) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [
      {
        role: 'user',
        content:
          image === undefined && file === undefined
            ? text
            : [
                { type: 'text', text },
                ...(image === undefined ? [] : [{ type: 'image_url', image_url: { url: image } }]),
                ...(file === undefined ? [] : [{ type: 'file', file: openAiFile(file) }]),
              ],
      },
    ],
    ...(stream ? { stream } : {}),
    ...(tools === undefined
      ? {}
      : { tools: tools.map(({ name, schema }) => ({ type: 'function', function: { name, parameters: schema } })) }),
    ...(isParallel === undefined ? {} : { parallel_tool_calls: isParallel }),
    ...(format === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: format } } }),
    ...(effort === undefined ? {} : { reasoning_effort: effort }),
  }),
  readWhole: (body) => {
    const choice = objects(body['choices'])[0] ?? {}
    const message = object(choice['message'])
    return {
      text: textIn(message['content']),
      calls: objects(message['tool_calls']).map((call) => {
        const called = object(call['function'])
        return [textIn(called['name']), parsed(called['arguments'])]
      }),
      end: CHAT_ENDS[textIn(choice['finish_reason'])] ?? 'failed',
    }
  },
  readStream: (events) => {
    const calls: { name: string; text: string }[] = []
    let text = ''
    let end: Seen['end'] = 'failed'
    for (const event of events) {
      const choice = objects(event['choices'])[0] ?? {}
      const delta = object(choice['delta'])
      text += textIn(delta['content'])
      for (const call of objects(delta['tool_calls'])) {
        const called = object(call['function'])
        const index = Number(call['index'])
        const open = (calls[index] ??= { name: '', text: '' })
        open.name += textIn(called['name'])
        open.text += textIn(called['arguments'])
      }
      if (typeof choice['finish_reason'] === 'string') end = CHAT_ENDS[choice['finish_reason']] ?? 'failed'
      if (event['error'] !== undefined) end = 'failed'
    }
    return { text, calls: calls.map((call) => [call.name, parsed(call.text)]), end }
  },
  refusalOf: (body) => textIn(object(body['error'])['param']),
}

const responseSeen = (response: Json): Seen => {
  const items = objects(response['output'])
  const parts = items.flatMap((item) => (item['type'] === 'message' ? objects(item['content']) : []))
  const calls = items.filter(({ type }) => type === 'function_call')
  const reason = object(response['incomplete_details'])['reason']
  const isRefused = reason === 'content_filter' || parts.some(({ type }) => type === 'refusal')
  const end = isRefused ? 'refused' : reason !== undefined ? 'length' : calls.length > 0 ? 'tools' : 'stop'
  return {
    text: parts.map((part) => textIn(part['text'])).join(''),
    calls: calls.map((call) => [textIn(call['name']), parsed(call['arguments'])]),
    end: response['status'] === 'failed' ? 'failed' : end,
  }
}

const responses: SurfaceCalls = {
  path: '/v1/responses',
  bodyOf: ({ model, text, stream, image, file, tools, isParallel, format, effort }) => ({
    model,
    max_output_tokens: MAX_TOKENS,
    store: false,
    input:
      image === undefined && file === undefined
        ? text
        : [
            {
              role: 'user',
              content: [
                { type: 'input_text', text },
                ...(image === undefined ? [] : [{ type: 'input_image', image_url: image }]),
                ...(file === undefined ? [] : [{ type: 'input_file', ...openAiFile(file) }]),
              ],
            },
          ],
    ...(stream ? { stream } : {}),
    ...(tools === undefined
      ? {}
      : { tools: tools.map(({ name, schema }) => ({ type: 'function', name, parameters: schema, strict: false })) }),
    ...(isParallel === undefined ? {} : { parallel_tool_calls: isParallel }),
    ...(format === undefined ? {} : { text: { format: { type: 'json_schema', name: 'answer', schema: format } } }),
    ...(effort === undefined ? {} : { reasoning: { effort } }),
  }),
  readWhole: responseSeen,
  readStream: (events) => {
    const last = events.at(-1) ?? {}
    const isWhole = last['type'] === 'response.completed' || last['type'] === 'response.incomplete'
    const streamed = events
      .filter(({ type }) => type === 'response.output_text.delta')
      .map(({ delta }) => textIn(delta))
      .join('')
    if (!isWhole) return { text: streamed, calls: [], end: 'failed' }
    return { ...responseSeen(object(last['response'])), text: streamed }
  },
  refusalOf: (body) => textIn(object(body['error'])['param']),
}

const MESSAGE_ENDS: Readonly<Record<string, Seen['end']>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  tool_use: 'tools',
  refusal: 'refused',
}

const dataUrl = (url: string) => {
  const [head = '', data = ''] = url.split(';base64,')
  return { type: 'base64', media_type: head.replace('data:', ''), data }
}

const documentOf = (file: AskedFile): Json => ({
  type: 'document',
  title: file.name,
  source: 'url' in file ? { type: 'url', url: file.url } : dataUrl(file.data),
})

const messages: SurfaceCalls = {
  path: '/v1/messages',
  bodyOf: ({ model, text, stream, image, file, tools, isParallel, format, effort }) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [
      {
        role: 'user',
        content:
          image === undefined && file === undefined
            ? text
            : [
                { type: 'text', text },
                ...(image === undefined ? [] : [{ type: 'image', source: dataUrl(image) }]),
                ...(file === undefined ? [] : [documentOf(file)]),
              ],
      },
    ],
    ...(stream ? { stream } : {}),
    ...(tools === undefined ? {} : { tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })) }),
    ...(isParallel === undefined ? {} : { tool_choice: { type: 'auto', disable_parallel_tool_use: !isParallel } }),
    ...(format === undefined && effort === undefined
      ? {}
      : {
          output_config: {
            ...(format === undefined ? {} : { format: { type: 'json_schema', schema: format } }),
            ...(effort === undefined ? {} : { effort }),
          },
        }),
  }),
  readWhole: (body) => {
    const blocks = objects(body['content'])
    return {
      text: blocks.map((block) => (block['type'] === 'text' ? textIn(block['text']) : '')).join(''),
      calls: blocks.flatMap((block) => (block['type'] === 'tool_use' ? [[textIn(block['name']), block['input']]] : [])),
      end: MESSAGE_ENDS[textIn(body['stop_reason'])] ?? 'failed',
    }
  },
  readStream: (events) => {
    const blocks = new Map<unknown, { name: string | null; text: string }>()
    let end: Seen['end'] = 'failed'
    let reason = ''
    for (const event of events) {
      const block = object(event['content_block'])
      const delta = object(event['delta'])
      if (event['type'] === 'content_block_start') {
        blocks.set(event['index'], { name: block['type'] === 'tool_use' ? textIn(block['name']) : null, text: '' })
      }
      const open = blocks.get(event['index'])
      if (open !== undefined) open.text += textIn(delta['text']) + textIn(delta['partial_json'])
      if (event['type'] === 'message_delta') reason = textIn(delta['stop_reason'])
      if (event['type'] === 'message_stop') end = MESSAGE_ENDS[reason] ?? 'failed'
      if (event['type'] === 'error') end = 'failed'
    }
    const all = [...blocks.values()]
    return {
      text: all.flatMap(({ name, text }) => (name === null ? [text] : [])).join(''),
      calls: all.flatMap(({ name, text }) => (name === null ? [] : [[name, parsed(text)] as const])),
      end,
    }
  },
  refusalOf: (body) => textIn(object(body['error'])['message']),
}

export const SURFACES: Readonly<Record<'chat' | 'responses' | 'messages', SurfaceCalls>> = { chat, responses, messages }

/** The data of every event of a stream, `[DONE]` and comments left out. */
export const eventsIn = (text: string): readonly Json[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice(6)) as Json)
