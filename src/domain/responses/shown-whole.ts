/** What an event of a streamed response shows whole: the response at its beginning or end, an item, a part of one. */
type ShownWhole = 'beginning' | 'end' | 'item' | 'part'

const SHOWN_WHOLE: ReadonlyMap<string | null, ShownWhole> = new Map([
  ['response.created', 'beginning'],
  ['response.in_progress', 'beginning'],
  ['response.queued', 'beginning'],
  ['response.completed', 'end'],
  ['response.incomplete', 'end'],
  ['response.output_item.added', 'item'],
  ['response.output_item.done', 'item'],
  ['response.content_part.added', 'part'],
  ['response.content_part.done', 'part'],
  ['response.reasoning_summary_part.added', 'part'],
  ['response.reasoning_summary_part.done', 'part'],
])

/** What the event of that name shows whole; null where it brings a piece, or is none that is known. */
export const shownWholeBy = (event: string | null): ShownWhole | null => SHOWN_WHOLE.get(event) ?? null
