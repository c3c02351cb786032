const PREFIX = 'video_'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The public name of a job. */
export const videoIdOf = (jobId: string): string => `${PREFIX}${jobId}`

/** Reads either form, `video_<uuid>` or the bare uuid; null when it is neither, which nobody can own. */
export const parseVideoId = (text: string): string | null => {
  const bare = (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text).toLowerCase()
  return UUID.test(bare) ? bare : null
}
