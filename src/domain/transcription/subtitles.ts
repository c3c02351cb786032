import type { TranscriptSegment } from './transcript.ts'

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** `01:02:03,456`, with the mark before the milliseconds that the format wants. */
const timeOf = (seconds: number, mark: ',' | '.'): string => {
  const all = Math.max(0, Math.round(seconds * 1000))
  const [hours, minutes] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60]
  return `${padded(hours, 2)}:${padded(minutes, 2)}:${padded(Math.floor(all / 1000) % 60, 2)}${mark}${padded(all % 1000, 3)}`
}

/** One line, because an empty line ends a cue, and without the arrow that begins one. */
const lineOf = ({ text }: TranscriptSegment): string => text.replaceAll('-->', '->').replace(/\s+/g, ' ').trim()

const timesOf = ({ start, end }: TranscriptSegment, mark: ',' | '.'): string =>
  `${timeOf(start, mark)} --> ${timeOf(Math.max(start, end), mark)}`

/** The segments as SubRip subtitles. */
export const toSrt = (segments: readonly TranscriptSegment[]): string =>
  segments.map((segment, index) => `${index + 1}\n${timesOf(segment, ',')}\n${lineOf(segment)}\n\n`).join('')

const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The segments as WebVTT subtitles, in which `&` and `<` begin marks of their own. */
export const toVtt = (segments: readonly TranscriptSegment[]): string =>
  `WEBVTT\n\n${segments.map((segment) => `${timesOf(segment, '.')}\n${escaped(lineOf(segment))}\n\n`).join('')}`
