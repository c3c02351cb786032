/** Length in UTF-8. An unpaired surrogate counts as the replacement character it is sent as. */
export const utf8Length = (text: string): number => {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    if (unit < 0x800) {
      bytes += 1
      continue
    }
    bytes += 2
    const next = unit >= 0xd800 && unit < 0xdc00 ? text.charCodeAt(index + 1) : 0
    // A pair is two units and four bytes.
    if (next >= 0xdc00 && next < 0xe000) index += 1
  }
  return bytes
}
