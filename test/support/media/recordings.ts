import { loadMp3Encoder } from '../../../src/adapters/audio/mp3-encoding.ts'
import type { TranscriptionModel } from '../../../src/domain/catalog/model.ts'
import { wavOf } from '../../../src/domain/media/wav.ts'
import type { AudioFile } from '../../../src/domain/transcription/audio-file.ts'
import { plainTranscriptionRequest } from '../../../src/domain/transcription/request.ts'
import type { TranscriptionRequest } from '../../../src/domain/transcription/request.ts'
import { PLAIN_MODEL } from '../plain-model.ts'

const RATE = 8_000

const silence = (seconds: number) => ({
  samples: new Uint8Array(Math.round(seconds * RATE) * 2),
  sampleRateHz: RATE,
  channels: 1 as const,
})

/** A WAV of that many seconds, 16,000 bytes each. */
export const wavOfSeconds = (seconds: number): Uint8Array<ArrayBuffer> => Uint8Array.from(wavOf(silence(seconds)))

export const mp3OfSeconds = async (seconds: number): Promise<Uint8Array<ArrayBuffer>> =>
  (await loadMp3Encoder())(silence(seconds))

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

const oggPage = (flags: number, granule: bigint, sequence: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(28)
  head.write('OggS', 0, 'latin1')
  head[5] = flags
  head.writeBigInt64LE(granule, 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = 1
  head[27] = body.length
  const page = Buffer.concat([head, body])
  let crc = 0
  for (const byte of page) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] ?? 0)) >>> 0
  page.writeUInt32LE(crc, 22)
  return page
}

const crc8 = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 255 : crc << 1
  }
  return crc
}

const FLAC_HZ = 44_100
const LONGEST_FRAME = 65_535

/** A FLAC of silence in the longest frames there are, of 13 bytes each. Its header says that it has `says` samples. */
export const flacOf = ({ frames, says }: { readonly frames: number; readonly says: number }): Uint8Array => {
  const head = Buffer.alloc(42)
  head.write('fLaC\x80\0\0\x22', 0, 'latin1')
  head.writeUInt16BE(16, 8)
  head.writeUInt16BE(LONGEST_FRAME, 10)
  // The rate, one channel of 16 bits, and the number of samples.
  head.writeBigUInt64BE((BigInt(FLAC_HZ) << 44n) | (15n << 36n) | BigInt(says), 18)
  const frame = (index: number): Buffer => {
    const start = Buffer.from([0xff, 0xf8, 0x79, 0x08, index & 127, 0xff, 0xfe])
    return Buffer.concat([start, Buffer.from([crc8(start), 0, 0, 0, 0, 0])])
  }
  return Uint8Array.from(Buffer.concat([head, ...Array.from({ length: frames }, (_, index) => frame(index))]))
}

const OPUS_HZ = 48_000

/** An Ogg Opus file that says it is so long, with `bytes` bytes of sound in each of its pages. */
export const oggOfSeconds = (seconds: number, pages = 1, bytes = 200): Uint8Array<ArrayBuffer> => {
  const head = Buffer.from('OpusHead\x01\x01\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1')
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.from([4, 0, 0, 0]), Buffer.from('test'), Buffer.alloc(4)])
  const samples = BigInt(Math.round(seconds * OPUS_HZ))
  return Uint8Array.from(
    Buffer.concat([
      oggPage(2, 0n, 0, head),
      oggPage(0, 0n, 1, tags),
      ...Array.from({ length: pages }, (_, index) =>
        oggPage(
          index === pages - 1 ? 4 : 0,
          (samples * BigInt(index + 1)) / BigInt(pages),
          index + 2,
          Buffer.alloc(bytes, 0xf8),
        ),
      ),
    ]),
  )
}

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** Numbers of 32 bits, big-endian. */
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** An MP4 with a track of AAC that says it is so long, and `bytes` bytes of sound. */
export const m4aOfSeconds = (seconds: number, bytes = 20_000): Uint8Array<ArrayBuffer> => {
  const length = Math.round(seconds * 1000)
  const sound = Buffer.concat([words(0, 1, 0, 0), Buffer.from([0, 1, 0, 16, 0, 0, 0, 0]), words(RATE * 0x10000)])
  const table = box(
    'stbl',
    box('stsd', words(0, 1), box('mp4a', sound)),
    box('stts', words(0, 1, 1, length)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, bytes, 1)),
    box('stco', words(0, 1, 0)),
  )
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, length, 0x55c40000)),
    box('hdlr', words(0, 0), Buffer.from('soun'), words(0, 0, 0), Buffer.from([0])),
    box('minf', box('smhd', words(0, 0)), table),
  )
  const track = box('trak', box('tkhd', words(7, 0, 0, 1, 0, length, 0, 0, 0, 0), MATRIX, words(0, 0)), media)
  const movie = box('mvhd', words(0, 0, 0, 1000, length, 0x10000, 0x1000000, 0, 0), MATRIX, words(0, 0, 0, 0, 0, 0, 2))
  return Uint8Array.from(
    Buffer.concat([
      box('ftyp', Buffer.from('M4A '), words(0), Buffer.from('isom')),
      box('moov', movie, track),
      box('mdat', Buffer.alloc(bytes)),
    ]),
  )
}

/** Costs ten kopecks a second. */
export const transcriptionModel = (given: Partial<TranscriptionModel> = {}): TranscriptionModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/transcription',
  kind: 'transcription',
  capabilities: new Set(['timestamps', 'translation']),
  limits: { inputTokensPerSecond: 10, outputTokensPerSecond: 5 },
  deployments: [
    { provider: 'first', upstreamModel: 'm1', parameters: {} },
    { provider: 'second', upstreamModel: 'm2', parameters: {} },
  ],
  tariff: { unit: 'audio_second', perSecond: 100_000n },
  streams: true,
  ...given,
})

/** The same, which costs a micro-rouble a token of sound, two one of the prompt and three one of the transcript. */
export const countedTranscriptionModel = (given: Partial<TranscriptionModel> = {}): TranscriptionModel =>
  transcriptionModel({
    tariff: {
      unit: 'audio_tokens',
      audioInputPerMillion: 1_000_000n,
      textInputPerMillion: 2_000_000n,
      outputPerMillion: 3_000_000n,
    },
    ...given,
  })

const FILE: AudioFile = { bytes: wavOfSeconds(2.5), format: 'wav' }

export const transcriptionRequest = (given: Partial<TranscriptionRequest> = {}): TranscriptionRequest => ({
  ...plainTranscriptionRequest('vendor/transcription', FILE),
  ...given,
})
