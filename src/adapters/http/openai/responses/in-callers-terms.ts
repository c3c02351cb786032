/** A failure of a chat call, with the field it names where the caller wrote it. */
export const inCallersTerms = <F extends object>(failure: F, pathOf: (path: string) => string): F =>
  'param' in failure && typeof failure.param === 'string' ? { ...failure, param: pathOf(failure.param) } : failure
