/** One chunk of a WAV file, filled up to an even length. `length` is what its head says. */
export const wavChunk = (name: string, data: Uint8Array, length = data.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WAV file of these chunks. */
export const wavFile = (...chunks: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks])
