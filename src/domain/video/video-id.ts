const PREFIX = 'video_'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The public name of a job. */
export const videoIdOf = (jobId: string): string => `${PREFIX}${jobId}`

/** Reads either form, `video_<uuid>` or the bare uuid. Null for any other text, which can be the id of no video. */
export const parseVideoId = (text: string): string | null => {
  const bare = (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text).toLowerCase()
  return UUID.test(bare) ? bare : null
}
