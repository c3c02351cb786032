export const isIpv4 = (text: string): boolean => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/** The eight 16-bit groups of an IPv6 address, or null if it is none. */
export const ipv6Groups = (text: string): readonly number[] | null => {
  const halves = withHexTail(text).split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.map((group) => Number.parseInt(group, 16))
}

/** Writes a dotted tail (`::ffff:192.0.2.1`) as two hexadecimal groups. */
const withHexTail = (text: string): string => {
  const cut = text.lastIndexOf(':') + 1
  const tail = text.slice(cut)
  if (cut === 0 || !isIpv4(tail)) return text
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
  return `${text.slice(0, cut)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** The address without the network card of this host through which it is reached, as in `fe80::1%eth0`. */
export const withoutZone = (address: string): string => address.split('%', 1)[0] ?? ''
