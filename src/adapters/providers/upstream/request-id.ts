import { idOf } from '../wire.ts'
import { headerOf } from './upstream-http.ts'
import type { UpstreamHeaders } from './upstream-http.ts'

/** A proxy may write what it likes into a header, and the id is kept on receipts and in the log. */
const MAX_HEADER_ID_CHARACTERS = 200

/**
 * Reads the provider's id of a call, as its support wants to hear it, from the first of these headers that an answer
 * has. Null where it has none, or no column takes it.
 */
export const requestIdFrom =
  (...names: readonly string[]) =>
  (headers: UpstreamHeaders): string | null => {
    const name = names.find((each) => headerOf(headers, each) !== null)
    return name === undefined ? null : idOf(headerOf(headers, name)?.slice(0, MAX_HEADER_ID_CHARACTERS))
  }
