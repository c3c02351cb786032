/** The bytes of an array as a text in base64. They are not copied first. */
export const base64Text = ({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
