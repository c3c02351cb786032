import { prefixedId } from '../prefixed-id.ts'

/** The public names of video jobs. */
export const { write: videoIdOf, parse: parseVideoId } = prefixedId('video_')
