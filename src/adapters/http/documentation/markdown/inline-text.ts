/**
 * An escaped mark, `code`, **bold**, a link, an address in angle brackets. Each has a greatest length, so that a mark
 * without its end costs no more than that.
 */
export const INLINE =
  /\\([\\`*_[\]<>|])|`([^`]{1,500})`|\*\*([^*]{1,500})\*\*|\[([^\]]{0,500})\]\(([^)\s]{0,500})\)|<(https?:[^>\s]{1,500})>/g

/** The words of a text without its marks. */
export const plainText = (text: string): string =>
  text.replace(
    INLINE,
    (
      _,
      mark: string | undefined,
      code: string | undefined,
      bold: string | undefined,
      label: string | undefined,
      _href: string | undefined,
      address: string | undefined,
    ) =>
      mark ?? code ?? (bold === undefined ? undefined : plainText(bold)) ?? label?.replaceAll('`', '') ?? address ?? '',
  )

/** The id of a heading: its letters and digits, joined by hyphens. */
export const headingId = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
