/** Makes the pieces of a stream alike in length; no provider is asked for it. */
export const PADDING = 'include_obfuscation'

/** Whether the options of a stream ask for padding. */
export const asksForPadding = (options: object | null | undefined): boolean =>
  options !== null && options !== undefined && PADDING in options && options[PADDING] === true
