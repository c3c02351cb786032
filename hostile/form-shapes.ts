import type { Shape } from './body-shapes.ts'

const BOUNDARY = 'hostile'
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const part = (disposition: string, value = 'x', headers = ''): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${headers}\r\n${value}\r\n`

const END = `--${BOUNDARY}--\r\n`

const times = (unit: string, bytes: number): string => unit.repeat(Math.max(1, Math.floor(bytes / unit.length)))

const form = (name: string, make: (bytes: number) => string): Shape => ({
  name,
  headers: TYPE,
  make: (bytes) => Buffer.from(make(bytes), 'latin1'),
})

/** Multipart bodies that are expensive to parse. */
export const FORMS: readonly Shape[] = [
  form('many parts', (n) => times(part('name="a"'), n) + END),
  form('many files', (n) => times(part('name="image"; filename="a.png"'), n) + END),
  form('many file names in a header', (n) => part(`name="model"; ${times('filename="a" ', n)}`) + END),
  form('many quotes in a header', (n) => part(`name="model"; filename="${times('\\"', n)}"`) + END),
  form('many parameters in a header', (n) => part(`name="model"; ${times('a=b; ', n)}`) + END),
  form('an extended name of percents', (n) => part(`name="model"; filename*=utf-8''${times('%25', n)}`) + END),
  form('blanks in a header', (n) => part(`name="model";${' '.repeat(n)}x`) + END),
  form('many headers in a part', (n) => part('name="a"', 'x', times('x-a: b\r\n', n)) + END),
  form('a header line without an end', (n) => `--${BOUNDARY}\r\n${'x'.repeat(n)}`),
  form('a long name', (n) => part(`name="${'a'.repeat(n)}"`) + END),
  form('a name of many brackets', (n) => part(`name="a${times('[0]', n)}"`) + END),
  form('many fields of one list', (n) => times(part('name="image[]"'), n) + END),
  form(
    'almost a boundary again and again',
    (n) => part('name="model"', times(`\r\n--${BOUNDARY.slice(0, -1)}`, n)) + END,
  ),
  form('line breaks', (n) => part('name="model"', times('\r\n', n)) + END),
  form('much before the first boundary', (n) => 'x'.repeat(n) + part('name="a"') + END),
  form('much after the last boundary', (n) => part('name="a"') + END + 'x'.repeat(n)),
  form('no last boundary', (n) => part('name="model"', 'x'.repeat(n)).slice(0, -2)),
  {
    ...form('a long boundary', (n) => 'x'.repeat(n)),
    headers: { 'content-type': `multipart/form-data; boundary=${'-'.repeat(6_000)}` },
  },
]

const HEADERS: Readonly<Record<string, string>> = {
  mp3: '\xff\xfb\x90\x00',
  id3: 'ID3\x04\x00\x00\x7f\x7f\x7f\x7f',
  wav: 'RIFF\xff\xff\xff\xffWAVE',
  ogg: 'OggS\x00\x02',
  flac: 'fLaC\x00\xff\xff\xff',
  mp4: '\x00\x00\x00\x10ftypM4A \x00\x00\x00\x00',
  webm: '\x1a\x45\xdf\xa3',
}

const recording = (name: string, make: (bytes: number) => string): Shape =>
  form(name, (n) => part('name="model"', 'sandbox/transcribe') + part('name="file"; filename="a.wav"', make(n)) + END)

const atom = (bytes: number): string =>
  `${Buffer.from([bytes >>> 24, bytes >>> 16, bytes >>> 8, bytes]).toString('latin1')}moov`

/** Recordings whose length is hard to find. */
export const RECORDINGS: readonly Shape[] = [
  recording('zeros', (n) => '\0'.repeat(n)),
  recording('atoms inside each other', (n) =>
    Array.from({ length: Math.floor(n / 8) }, (_, index) => atom(n - index * 8)).reduce(
      (text, each) => text + each,
      HEADERS['mp4'] ?? '',
    ),
  ),
  recording('many pages', (n) => times(`OggS\x00\x02${'\0'.repeat(20)}\x00`, n)),
  recording('many chunks', (n) => HEADERS['wav'] + times('junk\0\0\0\0', n)),
  ...Object.entries(HEADERS).flatMap(([format, header]) => [
    recording(`only the header of ${format}`, () => header),
    recording(`${format} with a tail of zeros`, (n) => header + '\0'.repeat(n)),
    recording(`${format} with a tail of ones`, (n) => header + '\xff'.repeat(n)),
  ]),
]
