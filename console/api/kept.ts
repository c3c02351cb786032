const PREFIX = 'gateway.kept.'

/** What this tab keeps over a reload under a name; null where it keeps nothing. */
export const readKept = (name: string): unknown => {
  const text = sessionStorage.getItem(`${PREFIX}${name}`)
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Keeps a value in this tab until the session ends; tells whether the browser had room for it. */
export const keep = (name: string, value: unknown): boolean => {
  try {
    sessionStorage.setItem(`${PREFIX}${name}`, JSON.stringify(value))
    return true
  } catch {
    sessionStorage.removeItem(`${PREFIX}${name}`)
    return false
  }
}

/** The next user of this tab sees nothing of what the last one typed. */
export const deleteKept = (): void => {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  }
}
