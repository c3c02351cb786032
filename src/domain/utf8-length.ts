const OTHER_THAN_ASCII = /[\u0080-\uffff]/g

/** Behind so many letters of ASCII the next other letter is searched for, which is quicker than to look at each. */
const LONG_RUN = 64

const nextOther = (text: string, from: number): number => {
  OTHER_THAN_ASCII.lastIndex = from
  return OTHER_THAN_ASCII.test(text) ? OTHER_THAN_ASCII.lastIndex - 1 : text.length
}

/** Length in UTF-8. An unpaired surrogate counts as the replacement character it is sent as. */
export const utf8Length = (text: string): number => {
  let bytes = text.length
  let run = text.length > LONG_RUN ? LONG_RUN : 0
  for (let index = 0; index < text.length; index += 1) {
    if (run === LONG_RUN) {
      run = 0
      index = nextOther(text, index)
      if (index === text.length) break
    }
    const unit = text.charCodeAt(index)
    if (unit < 0x80) {
      run += 1
      continue
    }
    run = 0
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
