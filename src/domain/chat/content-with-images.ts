import type { ContentPart } from './message.ts'

/** A text and the pictures that go with it, each a `data:` URL. Without pictures it stays a plain text. */
export const contentWithImages = (text: string, pictures: readonly string[]): string | readonly ContentPart[] =>
  pictures.length === 0
    ? text
    : [{ type: 'text', text }, ...pictures.map((url) => ({ type: 'image_url', image_url: { url } }))]
