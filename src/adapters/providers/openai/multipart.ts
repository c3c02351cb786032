/** One part of a form. */
export type OutgoingPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly fileName: string; readonly mimeType: string; readonly bytes: Uint8Array }

const headOf = (part: OutgoingPart): string => {
  // Names are ours or field names of the provider's, never the caller's words.
  const disposition = `Content-Disposition: form-data; name="${part.name}"`
  return 'text' in part
    ? `${disposition}\r\n\r\n`
    : `${disposition}; filename="${part.fileName}"\r\nContent-Type: ${part.mimeType}\r\n\r\n`
}

/** A multipart form in one piece. The boundary must occur in none of the parts: an id that no client can foresee. */
export const multipartBody = (parts: readonly OutgoingPart[], boundary: string): Uint8Array =>
  Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n${headOf(part)}`),
      'text' in part ? Buffer.from(part.text) : part.bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
