/** The engine did not open the directory; `cause` is what it threw. Its own words name no reason. */
export class PgliteNotOpened extends Error {
  override readonly name = 'PgliteNotOpened'
}
