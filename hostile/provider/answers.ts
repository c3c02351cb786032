import { gzipSync } from 'node:zlib'

/** Which of our endpoints asks for an answer, and on whose wire. */
export type Asking = 'chat' | 'google_chat' | 'images' | 'google_images' | 'speech' | 'google_speech' | 'embeddings'

/** What a provider that means harm answers, of about so many bytes. */
export interface ProviderAnswer {
  /** Absent: chat on OpenAI's wire. */
  readonly asking?: Asking
  /** The smaller of the two sizes that are measured. */
  readonly bytes: number
  readonly isStream: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the pieces have the form of chunks already, which the provider chooses. */
  readonly isChunked?: true
  /** Written `times` times between the other two. */
  readonly make: (bytes: number) => Pieces
}

export interface Pieces {
  readonly before?: string
  readonly piece: string | Buffer
  readonly times: number
  readonly after?: string
}

const PIECE_BYTES = 64 * 1024

/** A unit again and again, in pieces of the size of a packet. */
const repeated = (unit: string, bytes: number, around: Omit<Pieces, 'piece' | 'times'> = {}): Pieces => {
  const units = Math.max(1, Math.floor(PIECE_BYTES / unit.length))
  const piece = unit.repeat(units)
  return { ...around, piece, times: Math.max(1, Math.round(bytes / piece.length)) }
}

const stream = (bytes: number, unit: string, around: Omit<Pieces, 'piece' | 'times'> = {}): ProviderAnswer => ({
  bytes,
  isStream: true,
  make: (size) => repeated(unit, size, around),
})

const json = (bytes: number, before: string, unit: string, after: string): ProviderAnswer => ({
  bytes,
  isStream: false,
  make: (size) => repeated(unit, size, { before, after }),
})

const chunk = (choices: string): string =>
  `data: {"id":"a","object":"chat.completion.chunk","choices":[${choices}]}\n\n`
const choice = (delta: string): string => `{"index":0,"delta":${delta},"finish_reason":null}`
const call = (index: number): string => `{"index":${index},"id":"c${index}","function":{"name":"a","arguments":"{}"}}`

const google = (parts: string): string => `{"candidates":[{"content":{"parts":[${parts}`
const googleEvent = (parts: string): string => `data: ${google(parts)}]}}]}\n\n`
const GOOGLE_CALL = '{"functionCall":{"name":"a","args":{"n":12345678901234567890}}}'
const GOOGLE_END = '{"text":"a"}]},"finishReason":"STOP"}]}'
const by = (asking: Asking, answer: ProviderAnswer): ProviderAnswer => ({ ...answer, asking })

const ANSWER = '{"id":"a","choices":[{"index":0,"message":{"role":"assistant","content":"a"}'

/** The chunk of a body that holds one byte. */
const SINGLE_BYTE = '1\r\nx\r\n'

export const ANSWERS: Readonly<Record<string, ProviderAnswer>> = {
  'words-without-end': stream(4_000_000, chunk(choice('{"content":"word "}'))),
  'empty-data': stream(2_000_000, 'data:\n\n'),
  'empty-events': stream(2_000_000, 'event: a\ndata:\n\n'),
  comments: stream(2_000_000, ': here\n\n'),
  'empty-lines': stream(2_000_000, '\n'),
  'unknown-lines': stream(2_000_000, 'a\n'),
  'unknown-fields': stream(2_000_000, 'a:\n'),
  'bad-retries': stream(2_000_000, 'retry:x\n'),
  'empty-deltas': stream(4_000_000, chunk(choice('{}'))),
  'no-choices': stream(4_000_000, chunk('')),
  'many-calls': stream(
    2_000_000,
    chunk(choice(`{"tool_calls":[${Array.from({ length: 100 }, (_, at) => call(at)).join(',')}]}`)),
  ),
  'one-event-without-an-end': stream(3_000_000, 'x', { before: 'data: {"id":"' }),
  'gzip-bomb': {
    bytes: 60_000,
    isStream: false,
    headers: { 'content-encoding': 'gzip' },
    make: (bytes) => ({ piece: gzipSync(Buffer.alloc(1_000 * bytes)), times: 1 }),
  },
  'deep-lists': json(500_000, '', '[', ''),
  'deep-objects': json(2_500_000, '', '{"a":', ''),
  'many-objects': json(10_000_000, '{"id":[', '{},', '0]}'),
  'many-numbers': json(6_000_000, '{"id":[', '1,', '0]}'),
  'many-choices': json(4_000_000, '{"id":"a","choices":[', `${choice('{}')},`, '0]}'),
  'a-long-text': json(12_000_000, '{"id":"', 'x', '"}'),
  'single-bytes': { ...json(6_000_000, '', SINGLE_BYTE, '0\r\n\r\n'), isChunked: true },
  'google-words-without-end': by('google_chat', stream(4_000_000, googleEvent('{"text":"word "}'))),
  'google-empty-answers': by('google_chat', stream(4_000_000, 'data: {}\n\n')),
  'google-many-calls': by('google_chat', stream(2_000_000, googleEvent(Array(100).fill(GOOGLE_CALL).join(',')))),
  'google-many-parts': by('google_chat', json(4_000_000, google(''), '{"text":"a"},', GOOGLE_END)),
  'google-calls-at-once': by('google_chat', json(4_000_000, google(''), `${GOOGLE_CALL},`, GOOGLE_END)),
  'google-deep-arguments': by(
    'google_chat',
    json(2_500_000, google('{"functionCall":{"name":"a","args":'), '{"a":', '1}}'),
  ),
  'google-many-images': by('google_images', json(6_000_000, google(''), '{"inlineData":{"data":"AAAA"}},', GOOGLE_END)),
  'google-many-sounds': by('google_speech', json(6_000_000, google(''), '{"inlineData":{"data":"AAAA"}},', GOOGLE_END)),
  'many-images': by('images', json(6_000_000, '{"data":[', '{"b64_json":"AAAA"},', '{}]}')),
  'a-page-as-sound': by('speech', json(6_000_000, '', '<p>', '')),
  'many-vectors': by('embeddings', json(6_000_000, '{"data":[', '{"embedding":"AAAA"},', '{}]}')),
  'a-long-vector': by('embeddings', json(6_000_000, '{"data":[{"embedding":"', 'AAAA'.repeat(4_096), '"}]}')),
  'text-behind-an-answer': json(
    4_000_000,
    `${ANSWER}}],"usage":{"prompt_tokens":1,"completion_tokens":1},"x":"`,
    'x',
    '"}',
  ),
}
