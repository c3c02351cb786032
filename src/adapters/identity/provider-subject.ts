const LONGEST_SUBJECT = 255

/** Whether a provider's name of a person can be kept and found again: PostgreSQL takes no NUL and no half character. */
export const isProviderSubject = (subject: string): boolean =>
  subject !== '' && subject.length <= LONGEST_SUBJECT && !subject.includes('\0') && subject.isWellFormed()
