/** In this order: the names of later ones stand in the texts of earlier ones, too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const MAX_CHARACTERS = 60

const nameIn = (text: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** A browser and its system by the header that a browser sends; of another program what it calls itself. */
export const deviceName = (userAgent: string): string => {
  const browser = nameIn(userAgent, BROWSERS)
  const system = nameIn(userAgent, SYSTEMS)
  if (browser !== undefined) return system === undefined ? browser : `${browser}, ${system}`
  return userAgent.length > MAX_CHARACTERS ? `${userAgent.slice(0, MAX_CHARACTERS)}…` : userAgent
}
