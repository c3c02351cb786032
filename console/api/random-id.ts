/**
 * A random UUID. A browser makes one itself only for a page that came by HTTPS or from this machine; the console is
 * served by HTTP to other machines, too.
 */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4 and the variant of RFC 9562, which some readers of ids check.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
