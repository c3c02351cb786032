/** The names that every speech model accepts, and the voices of Google that stand for them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['alloy', 'Puck'],
  ['coral', 'Kore'],
  ['echo', 'Charon'],
  ['nova', 'Aoede'],
  ['onyx', 'Fenrir'],
  ['shimmer', 'Leda'],
])

const NATIVE_VOICES: ReadonlySet<string> = new Set([
  'Zephyr',
  'Puck',
  'Charon',
  'Kore',
  'Fenrir',
  'Leda',
  'Orus',
  'Aoede',
  'Callirrhoe',
  'Autonoe',
  'Enceladus',
  'Iapetus',
  'Umbriel',
  'Algieba',
  'Despina',
  'Erinome',
  'Algenib',
  'Rasalgethi',
  'Laomedeia',
  'Achernar',
  'Alnilam',
  'Schedar',
  'Gacrux',
  'Pulcherrima',
  'Achird',
  'Zubenelgenubi',
  'Vindemiatrix',
  'Sadachbia',
  'Sadaltager',
  'Sulafat',
])

const FALLBACK_VOICE = 'Kore'

/** The field of a voice that no name stands for, so that the fallback speaks; nothing where none is asked for. */
export const ignoredVoice = (asked: string): readonly string[] =>
  asked === '' || ALIASES.has(asked) || NATIVE_VOICES.has(asked) ? [] : ['voice']

/** Google's voice for what a caller asked for: an alias, a name of Google's as it is, else the fallback. */
export const nativeVoice = (asked: string): string =>
  ALIASES.get(asked) ?? (NATIVE_VOICES.has(asked) ? asked : FALLBACK_VOICE)
