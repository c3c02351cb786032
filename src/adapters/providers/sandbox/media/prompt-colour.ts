import { createHash } from 'node:crypto'

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number]

/** The same words always have the same colours, so that a test can distinguish and repeat scripted answers. */
export const promptColours = (prompt: string): readonly [Colour, Colour] => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = createHash('sha256').update(prompt).digest()
  return [
    [a, b, c],
    [d, e, f],
  ]
}
