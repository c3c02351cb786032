/** A view of the same bytes; nothing is copied. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether the Latin-1 text stands at that offset. */
export const hasText = (bytes: Uint8Array, offset: number, text: string): boolean => {
  if (offset < 0 || offset + text.length > bytes.length) return false
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** The four characters at that offset; shorter at the end of the bytes. */
export const fourCharacters = (bytes: Uint8Array, offset: number): string => {
  let text = ''
  for (const code of bytes.subarray(offset, offset + 4)) text += String.fromCharCode(code)
  return text
}
