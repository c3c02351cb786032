import type { RejectionCode, UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/** What a provider says of a request that it holds for the caller's mistake. */
interface ProviderRejection {
  /** The provider's own sentence; null if it gave none. */
  readonly words: string | null
  /** The provider's own code. */
  readonly code: string | null
  readonly param: string | null
}

/** About our key, our account, or the path, method and form of what we send: nothing was done. */
export const OUR_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 407, 410, 411, 414, 415, 431, 451])

/** Statuses with which a provider finds fault with the request itself. */
export const REJECTING_STATUSES: ReadonlySet<number> = new Set([400, 413, 422])

const CONTEXT_CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'context_window_exceeded',
  'exceed_context_size_error',
  'model_context_window_exceeded',
])

const PARAMETER_CODES: ReadonlySet<string> = new Set([
  'unsupported_parameter',
  'unsupported_value',
  'unknown_parameter',
  'unknown_field',
  'unrecognized_request_argument',
  'invalid_parameter_combination',
])

/** OpenAI, vLLM, DeepSeek, xAI, Mistral, llama.cpp; Anthropic; Google. */
const CONTEXT_WORDS =
  /maximum (?:context|prompt) length|maximum number of tokens allowed|context (?:window|limit|size)|prompt is too long|too large for model/i

/** At the beginning, where the provider speaks; further on it may be quoting the caller. */
const PARAMETER_WORDS =
  /^(?:[\w.[\]]{1,100}: )?(?:unsupported|unknown|unrecognized|unexpected) (?:parameter|value|name|field|argument|keyword|request)/i
const EXTRA_WORDS = /extra inputs are not permitted|extra fields not permitted/i

const SEAL_CODE = 'invalid_encrypted_content'

/** Anthropic has no code for it. The words begin with the place of the block, so they are the provider's own. */
const SEAL_WORDS = /^messages\.[\w.]{1,40}: invalid `?signature`? in `?(?:redacted_)?thinking`? block/i

/**
 * Nor has Google, in any of its three sentences, which clients quoted from November 2025 to August 2026:
 * https://github.com/google-gemini/gemini-cli/issues/13467, https://github.com/decolua/9router/issues/301,
 * https://github.com/lbjlaq/Antigravity-Manager/pull/3342.
 */
const SIGNATURE_WORDS =
  /^(?:unable to submit request because )?(?:(?:corrupted|invalid) thought signature|thought signature is not valid)\b/i

const saysSeal = (words: string): boolean => SEAL_WORDS.test(words) || SIGNATURE_WORDS.test(words)

const codeOf = ({ words, code }: ProviderRejection): RejectionCode => {
  const text = words ?? ''
  const own = code?.toLowerCase() ?? ''
  if (own === SEAL_CODE || saysSeal(text)) return SEAL_CODE
  if (CONTEXT_CODES.has(own)) return 'context_length_exceeded'
  if (PARAMETER_CODES.has(own) || PARAMETER_WORDS.test(text) || EXTRA_WORDS.test(text)) return 'unsupported_parameter'
  return CONTEXT_WORDS.test(text) ? 'context_length_exceeded' : 'rejected_by_upstream'
}

/** The caller's fault in the gateway's vocabulary, with the provider's sentence and code beside it. */
export const rejection = (
  reported: ProviderRejection,
  failureFields: { readonly message: string; readonly upstreamRequestId: string | null },
): UpstreamFailure => ({
  tag: 'rejected',
  param: reported.param,
  code: codeOf(reported),
  ...failureFields,
  upstreamCode: reported.code,
})

/** Our account is spoken of: what follows is about us, whatever it says of policies. */
const ABOUT_US =
  /\b(?:account|organi[sz]ation|api[ _-]?key|project|permission|region|country|credentials?|subscription)\b/i

const ABOUT_CONTENT =
  /moderat|flagged|content (?:policy|policies|filter|safety|guideline)|safety|prohibited content|harmful|inappropriate|usage (?:policy|policies|guidelines)|violat/i

/** Sentences that begin with the content are about it, although they may name our key further on (xAI). */
const BEGINS_WITH_CONTENT =
  /^(?:the |your |this |generated |input |output )?(?:content|prompt|request|image|video|input|output|message)s? (?:was |were |is |has been )?(?:violat|flagged|rejected|blocked|refused)/i

/** Whether a 403 refuses the content and not us. */
export const speaksOfContent = (words: string): boolean =>
  BEGINS_WITH_CONTENT.test(words) || (ABOUT_CONTENT.test(words) && !ABOUT_US.test(words))
