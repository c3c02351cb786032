/** A word that names nothing here any more. */
export interface RetiredWord {
  /** The forms of the word, matched whole and in either case. */
  readonly forms: readonly string[]
  /** What stands in its place, or how the sentence is built without it. */
  readonly instead: string
  /** `names` where the word is plain English in a sentence and only misleads in an identifier. */
  readonly where?: 'names'
}

/** The words that docs/glossary.md has replaced by the field's own. */
const REPLACED: readonly RetiredWord[] = [
  { forms: ['vendor', 'vendors'], instead: 'provider, or upstream for the server behind it' },
  { forms: ['film', 'films', 'filmed', 'filming', 'filmable'], instead: 'video, or job for one in the making' },
  { forms: ['errand', 'errands'], instead: 'generation request' },
  { forms: ['draw', 'draws', 'drew', 'drawn', 'drawing', 'drawings'], instead: 'generate, generated image' },
  { forms: ['doorkeeper', 'doorkeepers'], instead: 'admission, guard' },
  { forms: ['patience', 'patient'], instead: 'timeout, retry policy' },
  { forms: ['company'], instead: 'batch' },
  { forms: ['hurry', 'hurries', 'hurried'], instead: 'flush now' },
  { forms: ['remember', 'remembers', 'remembered', 'remembering'], instead: 'cache, record' },
  {
    forms: ['forget', 'forgets', 'forgetful', 'forgetting', 'forgotten'],
    instead: 'invalidate, evict, delete',
  },
  { forms: ['letter', 'letters'], instead: 'mail message', where: 'names' },
  { forms: ['picture', 'pictures'], instead: 'image; frame of a video, screenshot of a page' },
  { forms: ['manner', 'manners'], instead: 'mode, way' },
  { forms: ['departure', 'departures', 'departed'], instead: 'client disconnect' },
  { forms: ['hang up', 'hangs up', 'hung up', 'hang-up', 'hanging up'], instead: 'disconnect, close the connection' },
  { forms: ['stow', 'stows', 'stowed', 'stowing', 'unstow', 'unstowed'], instead: 'offload, load' },
  { forms: ['purse', 'purses'], instead: 'wallet, balance' },
  { forms: ['stranger', 'strangers'], instead: 'another user, a client without a key' },
]

/** Words that hide who does what, or that a reader who learnt English at school has to look up. */
const UNCLEAR: readonly RetiredWord[] = [
  { forms: ['whoever', 'whomever', 'whosoever'], instead: 'name the actor' },
  { forms: ['nobody', 'somebody'], instead: 'name the actor: no client, a user, another process' },
  { forms: ['meanwhile'], instead: 'during that time, in between' },
  { forms: ['said', 'saying'], instead: 'sent, stated; message, history' },
  { forms: ['told'], instead: 'sent, reported; inline' },
  { forms: ['news'], instead: 'result, state' },
  { forms: ['dear', 'dearly'], instead: 'expensive' },
  { forms: ['dearer'], instead: 'more expensive, higher' },
  { forms: ['dearest'], instead: 'most expensive, highest' },
  { forms: ['for want of'], instead: 'because … is missing' },
  { forms: ['thus'], instead: 'so' },
  { forms: ['whence'], instead: 'from where' },
  { forms: ['lest'], instead: 'so that … not' },
  { forms: ['save for'], instead: 'except' },
  { forms: ['ere'], instead: 'before' },
  { forms: ['nought'], instead: 'zero, nothing' },
  { forms: ['thereof'], instead: 'of it' },
]

export const RETIRED_WORDS: readonly RetiredWord[] = [...REPLACED, ...UNCLEAR]

/** A place where a retired word has to stay, with the reason. */
interface AllowedWord {
  readonly phrase: RegExp
  /** The one file in which the phrase is right; every file where it is absent. */
  readonly path?: string
  readonly reason: string
}

export const ALLOWED_WORDS: readonly AllowedWord[] = [
  { phrase: /\bvendor\/[a-z][\w-]*/g, reason: 'an invented model id of a test has the form vendor/model' },
  {
    phrase: /'a remembered row has changed'/g,
    path: 'migrations/0002-ledger.ts',
    reason: 'an applied migration stays as it is',
  },
  {
    phrase: /migrations 0031 message films ts/g,
    path: 'migrations/0031-message-films.ts',
    reason: 'databases store the names of the migrations that they have applied',
  },
  { phrase: /slug: film\b/g, path: 'catalog.yaml', reason: 'clients name the task by this slug' },
  { phrase: /slug: picture\b/g, path: 'catalog.yaml', reason: 'clients name the task by this slug' },
  {
    phrase: /\bpicture parameters\b/gi,
    path: 'src/adapters/providers/sandbox/media/h264.ts',
    reason: 'H.264 has this name for the parameters of frames',
  },
  {
    phrase: /images picture pictures\b/g,
    path: 'src/domain/video/reserved-extras.ts',
    reason: 'providers name fields so',
  },
  {
    phrase: /migrations 0047 sent pictures ts/g,
    path: 'migrations/0047-sent-pictures.ts',
    reason: 'databases store the names of the migrations that they have applied',
  },
  {
    phrase: /and nobody minds at all/g,
    path: 'test/adapters/tokens/gpt-token-counter.corpus.test.ts',
    reason: 'a text of the corpus',
  },
]
