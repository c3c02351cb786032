// Made from the API document by `npm run console:types`; a test compares it with the document.

/** What an operation does not take. */
export type None = Readonly<Record<never, never>>

/** The named schemas of the API. */
export interface Schemas {
  readonly HTTPValidationError: {
    readonly detail: readonly {
      readonly loc: readonly (string | number)[]
      readonly msg: string
      readonly type: string
    }[]
  }
  readonly ModelPrices: {
    readonly currency: 'RUB'
    readonly prompt?: string
    readonly completion?: string
    readonly input_cache_read?: string
    readonly input_cache_write?: string
    readonly input_cache_write_1h?: string
    readonly image_token?: string
    readonly image_output?: string
    readonly audio_output?: string
    readonly audio?: string
    readonly per_image?: string
    readonly per_character?: string
    readonly per_second?: string
  }
  readonly ModelInfo: {
    readonly id: string
    readonly object: 'model'
    readonly created: number
    readonly owned_by: string
    readonly kind: 'chat' | 'image' | 'video' | 'speech' | 'embedding' | 'transcription'
    readonly context_length: number | null
    readonly architecture: {
      readonly modality: string
      readonly input_modalities: readonly string[]
      readonly output_modalities: readonly string[]
    }
    readonly top_provider: { readonly context_length: number | null; readonly max_completion_tokens: number | null }
    readonly supported_parameters: readonly string[]
    readonly pricing: Schemas['ModelPrices']
  }
  readonly ModelListResponse: { readonly object: 'list'; readonly data: readonly Schemas['ModelInfo'][] }
  readonly MessagesModel: {
    readonly type: 'model'
    readonly id: string
    readonly display_name: string
    readonly capabilities: null
    readonly created_at: string
    readonly deprecated_at: null
    readonly lifecycle: 'active'
    readonly line: null
    readonly retires_at: string | null
    readonly max_input_tokens: number | null
    readonly max_tokens: number
  }
  readonly MessagesModelList: {
    readonly data: readonly Schemas['MessagesModel'][]
    readonly has_more: boolean
    readonly first_id: string | null
    readonly last_id: string | null
  }
  readonly ChatFile: {
    readonly file_data?: string | null
    readonly file_url?: string | null
    readonly filename?: string | null
    readonly file_id?: string | null
  }
  readonly ContentPart: {
    readonly type: string
    readonly text?: string | null
    readonly refusal?: string | null
    readonly image_url?: { readonly url: string } | null
    readonly file?: Schemas['ChatFile'] | null
  }
  readonly ChatMessage: {
    readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'developer' | 'function'
    readonly content?: string | readonly Schemas['ContentPart'][] | null
    readonly name?: string | null
    readonly tool_calls?:
      | readonly (
          | {
              readonly id: string
              readonly type: string
              readonly function: { readonly name: string; readonly arguments: string }
            }
          | {
              readonly id: string
              readonly type: 'custom'
              readonly custom: { readonly name: string; readonly input: string }
            }
        )[]
      | null
    readonly tool_call_id?: string | null
    readonly refusal?: string | null
    readonly reasoning_content?: string | null
    readonly reasoning_signature?: string | null
    readonly function_call?: { readonly name: string; readonly arguments: string } | null
  }
  readonly ReasoningOptions: {
    readonly effort?: string | null
    readonly max_tokens?: number | null
    readonly exclude?: boolean | null
    readonly enabled?: boolean | null
  }
  readonly GoogleThinkingConfig: {
    readonly thinking_budget?: number | null
    readonly thinking_level?: string | null
    readonly include_thoughts?: boolean | null
  }
  readonly GoogleBody: { readonly thinking_config?: Schemas['GoogleThinkingConfig'] | null }
  readonly ExtraBody: { readonly google?: Schemas['GoogleBody'] | null }
  readonly ChatCompletionRequest: {
    readonly model: string
    readonly messages: readonly Schemas['ChatMessage'][]
    readonly temperature?: number | null
    readonly top_p?: number | null
    readonly frequency_penalty?: number | null
    readonly presence_penalty?: number | null
    readonly max_tokens?: number | null
    readonly max_completion_tokens?: number | null
    readonly n?: number | null
    readonly seed?: number | null
    readonly stop?: string | readonly string[] | null
    readonly user?: string | null
    readonly stream?: boolean | null
    readonly stream_options?: { readonly include_usage?: boolean | null } | null
    readonly logprobs?: boolean | null
    readonly response_format?: Readonly<Record<string, unknown>> | null
    readonly tools?: readonly Readonly<Record<string, unknown>>[] | null
    readonly tool_choice?: string | Readonly<Record<string, unknown>> | null
    readonly reasoning_effort?: string | null
    readonly include_reasoning?: boolean | null
    readonly reasoning?: Schemas['ReasoningOptions'] | null
    readonly extra_body?: Schemas['ExtraBody'] | null
    readonly functions?: readonly Readonly<Record<string, unknown>>[] | null
    readonly function_call?: 'none' | 'auto' | { readonly name: string } | null
  }
  readonly AnswerMessage: {
    readonly role: 'assistant'
    readonly content?: string | null
    readonly refusal?: string | null
    readonly tool_calls?:
      | readonly (
          | {
              readonly id: string
              readonly type: string
              readonly function: { readonly name: string; readonly arguments: string }
            }
          | {
              readonly id: string
              readonly type: 'custom'
              readonly custom: { readonly name: string; readonly input: string }
            }
        )[]
      | null
    readonly function_call?: { readonly name: string; readonly arguments: string } | null
    readonly reasoning_content?: string | null
    readonly reasoning_signature?: string | null
  }
  readonly Choice: {
    readonly index: number
    readonly message: Schemas['AnswerMessage']
    readonly finish_reason: string | null
    readonly logprobs?: Readonly<Record<string, unknown>> | null
  }
  readonly Usage: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly total_tokens: number
    readonly prompt_tokens_details?: Readonly<Record<string, unknown>> | null
    readonly completion_tokens_details?: Readonly<Record<string, unknown>> | null
    readonly cost: number
    readonly cost_rub: string
  }
  readonly ChatCompletionResponse: {
    readonly id: string
    readonly object: 'chat.completion'
    readonly created: number
    readonly model: string
    readonly choices: readonly Schemas['Choice'][]
    readonly usage: Schemas['Usage']
  }
  readonly ImageData: { readonly b64_json?: string; readonly url?: string; readonly revised_prompt?: string }
  readonly ImageUsage: {
    readonly input_tokens: number
    readonly output_tokens: number
    readonly total_tokens: number
    readonly input_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
    readonly output_tokens_details: { readonly text_tokens: number; readonly image_tokens: number }
    readonly cost: number
    readonly cost_rub: string
  }
  readonly ImageGenerationResponse: {
    readonly created: number
    readonly data: readonly Schemas['ImageData'][]
    readonly usage: Schemas['ImageUsage']
  }
  readonly VoiceDetection: {
    readonly type: 'server_vad'
    readonly prefix_padding_ms?: number | null
    readonly silence_duration_ms?: number | null
    readonly threshold?: number | null
  }
  readonly TranscriptionSegment: {
    readonly id: number
    readonly seek: number
    readonly start: number
    readonly end: number
    readonly text: string
    readonly tokens: readonly number[]
    readonly temperature: number
    readonly avg_logprob: number
    readonly compression_ratio: number
    readonly no_speech_prob: number
  }
  readonly TranscriptionDuration: {
    readonly type: 'duration'
    readonly seconds: number
    readonly cost: number
    readonly cost_rub: string
  }
  readonly TranscriptionWord: { readonly word: string; readonly start: number; readonly end: number }
  readonly VerboseTranscription: {
    readonly language: string
    readonly duration: number
    readonly text: string
    readonly segments: readonly Schemas['TranscriptionSegment'][]
    readonly usage: Schemas['TranscriptionDuration']
    readonly words?: readonly Schemas['TranscriptionWord'][]
  }
  readonly SpokenPart: {
    readonly type: 'transcript.text.segment'
    readonly id: string
    readonly start: number
    readonly end: number
    readonly text: string
    readonly speaker: string
  }
  readonly TranscriptionTokens: {
    readonly type: 'tokens'
    readonly input_tokens: number
    readonly input_token_details: { readonly text_tokens: number; readonly audio_tokens: number }
    readonly output_tokens: number
    readonly total_tokens: number
    readonly cost: number
    readonly cost_rub: string
  }
  readonly DiarizedTranscription: {
    readonly task: 'transcribe'
    readonly duration: number
    readonly text: string
    readonly segments: readonly Schemas['SpokenPart'][]
    readonly usage: Schemas['TranscriptionTokens'] | Schemas['TranscriptionDuration']
  }
  readonly TranscriptionLanguage: { readonly code: string }
  readonly Transcription: {
    readonly text: string
    readonly usage: Schemas['TranscriptionTokens'] | Schemas['TranscriptionDuration']
    readonly languages?: readonly Schemas['TranscriptionLanguage'][]
    readonly logprobs?: readonly Readonly<Record<string, unknown>>[]
  }
  readonly Embedding: {
    readonly object: 'embedding'
    readonly index: number
    readonly embedding: readonly number[] | string
  }
  readonly EmbeddingResponse: {
    readonly object: 'list'
    readonly data: readonly Schemas['Embedding'][]
    readonly model: string
    readonly usage: {
      readonly prompt_tokens: number
      readonly total_tokens: number
      readonly cost: number
      readonly cost_rub: string
    }
  }
  readonly ContentLeaf: {
    readonly type: string
    readonly text?: string | null
    readonly source?: {
      readonly type: string
      readonly media_type?: string | null
      readonly data?: string | null
      readonly url?: string | null
    } | null
  }
  readonly ResultBlock: {
    readonly type: string
    readonly text?: string | null
    readonly source?:
      | string
      | {
          readonly type: string
          readonly media_type?: string | null
          readonly data?: string | null
          readonly url?: string | null
          readonly content?: string | readonly Schemas['ContentLeaf'][] | null
        }
      | null
    readonly title?: string | null
    readonly context?: string | null
    readonly content?: readonly Schemas['ContentLeaf'][] | null
  }
  readonly ContentBlock: {
    readonly type: string
    readonly text?: string | null
    readonly source?:
      | string
      | {
          readonly type: string
          readonly media_type?: string | null
          readonly data?: string | null
          readonly url?: string | null
          readonly content?: string | readonly Schemas['ContentLeaf'][] | null
        }
      | null
    readonly title?: string | null
    readonly context?: string | null
    readonly content?: string | readonly Schemas['ResultBlock'][] | null
    readonly thinking?: string | null
    readonly signature?: string | null
    readonly id?: string | null
    readonly name?: string | null
    readonly input?: Readonly<Record<string, unknown>> | null
    readonly tool_use_id?: string | null
    readonly is_error?: boolean | null
  }
  readonly MessageParam: {
    readonly role: 'user' | 'assistant' | 'system'
    readonly content: string | readonly Schemas['ContentBlock'][]
  }
  readonly ToolParam: {
    readonly name?: string | null
    readonly type?: string | null
    readonly description?: string | null
    readonly input_schema?: Readonly<Record<string, unknown>> | null
    readonly strict?: boolean | null
  }
  readonly ToolChoice: {
    readonly type: 'auto' | 'any' | 'tool' | 'none'
    readonly name?: string | null
    readonly disable_parallel_tool_use?: boolean | null
  }
  readonly ThinkingConfig: {
    readonly type: 'enabled' | 'adaptive' | 'between_tools' | 'disabled'
    readonly budget_tokens?: number | null
    readonly display?: string | null
  }
  readonly OutputFormat: { readonly type: 'json_schema'; readonly schema: Readonly<Record<string, unknown>> }
  readonly MessageRequest: {
    readonly model: string
    readonly messages: readonly Schemas['MessageParam'][]
    readonly max_tokens: number
    readonly system?: string | readonly Schemas['ContentLeaf'][] | null
    readonly tools?: readonly Schemas['ToolParam'][] | null
    readonly tool_choice?: Schemas['ToolChoice'] | null
    readonly thinking?: Schemas['ThinkingConfig'] | null
    readonly output_config?: {
      readonly effort?: string | null
      readonly format?: Schemas['OutputFormat'] | null
    } | null
    readonly output_format?: Schemas['OutputFormat'] | null
    readonly stream?: boolean | null
    readonly stop_sequences?: readonly string[] | null
    readonly temperature?: number | null
    readonly top_p?: number | null
    readonly top_k?: number | null
    readonly metadata?: { readonly user_id?: string | null } | null
    readonly service_tier?: 'auto' | 'standard_only' | null
  }
  readonly AnswerBlock: {
    readonly type: string
    readonly text?: string | null
    readonly citations?: readonly Readonly<Record<string, unknown>>[] | null
    readonly thinking?: string | null
    readonly signature?: string | null
    readonly id?: string | null
    readonly name?: string | null
    readonly input?: Readonly<Record<string, unknown>> | null
  }
  readonly MessageUsage: {
    readonly input_tokens: number
    readonly cache_creation_input_tokens: number
    readonly cache_read_input_tokens: number
    readonly output_tokens: number
    readonly cost: number
    readonly cost_rub: string
    readonly cache_creation?: Readonly<Record<string, unknown>>
  }
  readonly Message: {
    readonly id: string
    readonly type: 'message'
    readonly role: 'assistant'
    readonly model: string
    readonly content: readonly Schemas['AnswerBlock'][]
    readonly stop_reason: string | null
    readonly stop_sequence: string | null
    readonly usage: Schemas['MessageUsage']
  }
  readonly CountTokensRequest: {
    readonly model: string
    readonly messages: readonly Schemas['MessageParam'][]
    readonly system?: string | readonly Schemas['ContentLeaf'][] | null
    readonly tools?: readonly Schemas['ToolParam'][] | null
    readonly tool_choice?: Schemas['ToolChoice'] | null
    readonly thinking?: Schemas['ThinkingConfig'] | null
    readonly output_config?: {
      readonly effort?: string | null
      readonly format?: Schemas['OutputFormat'] | null
    } | null
    readonly output_format?: Schemas['OutputFormat'] | null
  }
  readonly MessageTokensCount: { readonly input_tokens: number }
  readonly InputContent: {
    readonly type: string
    readonly text?: string | null
    readonly refusal?: string | null
    readonly image_url?: string | null
    readonly detail?: string | null
    readonly file_id?: string | null
    readonly file_data?: string | null
    readonly file_url?: string | null
    readonly filename?: string | null
  }
  readonly InputItem: {
    readonly id?: string | null
    readonly type?: string | null
    readonly role?: 'user' | 'assistant' | 'system' | 'developer' | null
    readonly content?: string | readonly Schemas['InputContent'][] | null
    readonly call_id?: string | null
    readonly name?: string | null
    readonly namespace?: string | null
    readonly arguments?: string | null
    readonly input?: string | null
    readonly output?: string | readonly Schemas['InputContent'][] | null
    readonly summary?: readonly Schemas['InputContent'][] | null
    readonly encrypted_content?: string | null
    readonly phase?: string | null
  }
  readonly Tool: {
    readonly type: string
    readonly name?: string | null
    readonly description?: string | null
    readonly parameters?: Readonly<Record<string, unknown>> | null
    readonly strict?: boolean | null
    readonly format?: Readonly<Record<string, unknown>> | null
    readonly external_web_access?: boolean | null
  }
  readonly ToolOrNamespace: Schemas['Tool'] & { readonly tools?: readonly Schemas['Tool'][] | null }
  readonly CreateResponse: {
    readonly model: string
    readonly input?: string | readonly Schemas['InputItem'][] | null
    readonly instructions?: string | null
    readonly tools?: readonly Schemas['ToolOrNamespace'][] | null
    readonly tool_choice?:
      | string
      | { readonly type: string; readonly name?: string | null; readonly mode?: string | null }
      | null
    readonly parallel_tool_calls?: boolean | null
    readonly text?: {
      readonly format?: {
        readonly type: string
        readonly name?: string | null
        readonly description?: string | null
        readonly schema?: Readonly<Record<string, unknown>> | null
        readonly strict?: boolean | null
      } | null
      readonly verbosity?: string | null
    } | null
    readonly reasoning?: { readonly effort?: string | null; readonly summary?: string | null } | null
    readonly temperature?: number | null
    readonly top_p?: number | null
    readonly frequency_penalty?: number | null
    readonly presence_penalty?: number | null
    readonly seed?: number | null
    readonly stop?: string | readonly string[] | null
    readonly user?: string | null
    readonly max_output_tokens?: number | null
    readonly max_tool_calls?: number | null
    readonly top_logprobs?: number | null
    readonly include?: readonly string[] | null
    readonly stream?: boolean | null
    readonly stream_options?: { readonly include_obfuscation?: boolean | null } | null
    readonly store?: boolean | null
    readonly previous_response_id?: string | null
    readonly background?: boolean | null
    readonly truncation?: string | null
    readonly metadata?: Readonly<Record<string, unknown>> | null
    readonly service_tier?: string | null
    readonly prompt_cache_key?: string | null
    readonly safety_identifier?: string | null
  }
  readonly OutputItem: {
    readonly id: string
    readonly type: string
    readonly status?: string
    readonly role?: string
    readonly content?: readonly Readonly<Record<string, unknown>>[]
    readonly summary?: readonly Readonly<Record<string, unknown>>[]
    readonly call_id?: string
    readonly name?: string
    readonly namespace?: string
    readonly arguments?: string
    readonly input?: string
  }
  readonly ResponseUsage: {
    readonly input_tokens: number
    readonly input_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number }
    readonly output_tokens: number
    readonly output_tokens_details: { readonly reasoning_tokens: number }
    readonly total_tokens: number
    readonly cost: number
    readonly cost_rub: string
  }
  readonly Response: {
    readonly id: string
    readonly object: 'response'
    readonly created_at: number
    readonly completed_at?: number | null
    readonly status: string
    readonly model: string
    readonly output: readonly Schemas['OutputItem'][]
    readonly error?: Readonly<Record<string, unknown>> | null
    readonly incomplete_details?: Readonly<Record<string, unknown>> | null
    readonly usage: Schemas['ResponseUsage']
  }
  readonly TokenCounts: { readonly object: 'response.input_tokens'; readonly input_tokens: number }
  readonly DeletedResponse: { readonly id: string; readonly object: 'response'; readonly deleted: true }
  readonly ResponseInputItem: { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>
  readonly ResponseItemList: {
    readonly object: 'list'
    readonly data: readonly Schemas['ResponseInputItem'][]
    readonly has_more: boolean
    readonly first_id: string | null
    readonly last_id: string | null
  }
  readonly UsageAttempt: {
    readonly outcome:
      | 'answered'
      | 'abandoned'
      | 'unreachable'
      | 'rate_limited'
      | 'unavailable'
      | 'server_error'
      | 'timed_out'
      | 'cut'
      | 'bad_answer'
      | 'too_large'
      | 'rejected'
      | 'refused_content'
      | 'misconfigured'
    readonly upstream_code?: string
    readonly chosen_by?: string
  }
  readonly UsageReceipt: {
    readonly object: 'usage.receipt'
    readonly operation_id: string
    readonly kind: string
    readonly model: string | null
    readonly status: 'running' | 'charged' | 'not_charged'
    readonly outcome: string
    readonly usage: Readonly<Record<string, unknown>> | null
    readonly estimated: boolean
    readonly tariff_version: string | null
    readonly currency: 'RUB' | 'TOKEN'
    readonly hold: string
    readonly charge: string
    readonly write_off: string
    readonly attempts: readonly Schemas['UsageAttempt'][]
    readonly first_word_ms: number | null
    readonly created_at: number
    readonly ended_at: number | null
  }
  readonly KeyName: { readonly id: string; readonly name: string; readonly masked: string }
  readonly PaidRequest: {
    readonly id: string
    readonly kind: string
    readonly surface: string | null
    readonly model: string | null
    readonly key: Schemas['KeyName'] | null
    readonly status: 'charged' | 'not_charged'
    readonly outcome:
      | 'succeeded'
      | 'client_left'
      | 'upstream_failed'
      | 'nothing_delivered'
      | 'refused'
      | 'not_called'
      | 'zero_price'
      | 'given_back'
      | 'expired'
      | 'instance_lost'
      | 'job_expired'
    readonly usage: Readonly<Record<string, unknown>> | null
    readonly estimated: boolean
    readonly tariff_version: string | null
    readonly currency: 'RUB' | 'TOKEN'
    readonly hold: string
    readonly charge: string
    readonly write_off: string
    readonly attempts: readonly Schemas['UsageAttempt'][]
    readonly first_word_ms: number | null
    readonly started_at: number
    readonly ended_at: number
  }
  readonly KeyResponse: {
    readonly data: {
      readonly label: string
      readonly limit: number | null
      readonly limit_rub: string | null
      readonly limit_remaining: number | null
      readonly limit_remaining_rub: string | null
      readonly limit_reset: string | null
      readonly usage: number
      readonly usage_rub: string
      readonly usage_daily: number
      readonly usage_daily_rub: string
      readonly usage_weekly: number
      readonly usage_weekly_rub: string
      readonly usage_monthly: number
      readonly usage_monthly_rub: string
      readonly byok_usage: number
      readonly include_byok_in_limit: boolean
      readonly is_free_tier: boolean
      readonly is_provisioning_key: boolean
      readonly expires_at: string | null
      readonly rate_limit: { readonly requests: number; readonly tokens: number | null; readonly interval: string }
    }
  }
  readonly UsageRow: {
    readonly hour?: number
    readonly day?: string
    readonly model?: string | null
    readonly key?: Schemas['KeyName'] | null
    readonly surface?: string | null
    readonly calls: number
    readonly refusals: number
    readonly failures: number
    readonly input_tokens: number
    readonly cached_tokens: number
    readonly cache_write_tokens: number
    readonly output_tokens: number
    readonly reasoning_tokens: number
    readonly images: number
    readonly seconds: number
    readonly cost: string
    readonly written_off: string
  }
  readonly UsageSums: {
    readonly calls: number
    readonly refusals: number
    readonly failures: number
    readonly input_tokens: number
    readonly cached_tokens: number
    readonly cache_write_tokens: number
    readonly output_tokens: number
    readonly reasoning_tokens: number
    readonly images: number
    readonly seconds: number
    readonly cost: string
    readonly written_off: string
  }
  readonly KeyUsageResponse: {
    readonly object: 'usage'
    readonly from: number
    readonly to: number
    readonly group: 'hour' | 'day' | 'model' | 'key' | 'surface'
    readonly time_zone: string
    readonly currency: 'RUB' | 'TOKEN'
    readonly data: readonly Schemas['UsageRow'][]
    readonly total: Schemas['UsageSums']
  }
  readonly CreditsResponse: {
    readonly data: {
      readonly total_credits: number
      readonly total_credits_rub: string
      readonly total_usage: number
      readonly total_usage_rub: string
    }
  }
  readonly BillingSubscription: {
    readonly object: 'billing_subscription'
    readonly has_payment_method: boolean
    readonly soft_limit_usd: number
    readonly hard_limit_usd: number
    readonly system_hard_limit_usd: number
    readonly hard_limit_rub: string
    readonly access_until: number
  }
  readonly BillingUsage: { readonly object: 'list'; readonly total_usage: number; readonly total_usage_rub: string }
  readonly VideoObject: {
    readonly id: string
    readonly object: 'video'
    readonly model: string
    readonly status: 'queued' | 'in_progress' | 'completed' | 'failed'
    readonly progress: 0 | 50 | 100
    readonly created_at: number
    readonly completed_at: number | null
    readonly expires_at: number | null
    readonly seconds: string
    readonly size: string
    readonly prompt: string
    readonly remixed_from_video_id: null
    readonly error: { readonly code: string; readonly message: string } | null
  }
  readonly VideoListResponse: {
    readonly object: 'list'
    readonly data: readonly Schemas['VideoObject'][]
    readonly has_more: boolean
    readonly first_id: string | null
    readonly last_id: string | null
  }
  readonly VideoGeneration: {
    readonly id: string
    readonly job_id: string
    readonly object: 'video.generation'
    readonly status: 'processing' | 'completed' | 'failed'
    readonly model: string
    readonly created_at: number
    readonly progress: 0 | 50 | 100
    readonly error: { readonly code: string; readonly message: string } | null
    readonly download_url: string | null
  }
  readonly LoginRequest: { readonly email: string; readonly password: string }
  readonly TokenPair: {
    readonly access_token: string
    readonly refresh_token: string
    readonly token_type: 'bearer'
    readonly expires_in: number
  }
  readonly RefreshRequest: { readonly refresh_token: string }
  readonly OAuthLoginRequest: { readonly id_token: string; readonly nonce?: string | null }
  readonly OAuthAccessTokenRequest: { readonly access_token: string }
  readonly JwkSet: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  readonly UserMe: {
    readonly id: string
    readonly email: string
    readonly email_verified: boolean
    readonly display_name: string | null
    readonly has_password: boolean
    readonly identities: readonly string[]
    readonly created_at: number
    readonly is_operator: boolean
  }
  readonly SessionResponse: {
    readonly id: string
    readonly created_at: number
    readonly last_used_at: number
    readonly authenticated_at: number
    readonly user_agent: string | null
    readonly current: boolean
  }
  readonly ReauthenticateRequest: {
    readonly password?: string | null
    readonly id_token?: string | null
    readonly nonce?: string | null
    readonly access_token?: string | null
  }
  readonly ReauthenticateResponse: { readonly authenticated_at: number; readonly fresh_until: number }
  readonly SignInMethods: {
    readonly registration: 'open' | 'closed'
    readonly providers: readonly {
      readonly provider: 'google' | 'yandex'
      readonly client_id: string
      readonly authorize_url: string
    }[]
  }
  readonly RegisterRequest: { readonly email: string; readonly password: string; readonly display_name?: string | null }
  readonly RegisterResponse: {
    readonly id: string
    readonly email: string
    readonly email_verified: boolean
    readonly created_at: number
  }
  readonly VerifyEmailRequest: { readonly token: string; readonly password?: string | null }
  readonly VerifyEmailResponse: {
    readonly email: string
    readonly email_verified: true
    readonly access_reset?: true
    readonly reset_token?: string
  }
  readonly ResendVerificationResponse: { readonly sent: boolean }
  readonly ForgotPasswordRequest: { readonly email: string }
  readonly ForgotPasswordResponse: { readonly sent: true }
  readonly ResetPasswordRequest: {
    readonly token: string
    readonly new_password: string
    readonly drop_access?: boolean | null
  }
  readonly ResetPasswordResponse: { readonly reset: true }
  readonly UpdateMeRequest: { readonly display_name?: string | null }
  readonly ChangePasswordRequest: { readonly current_password: string; readonly new_password: string }
  readonly ApiKeyResponse: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly last_four: string
    readonly created_at: number
    readonly last_used_at: number | null
    readonly expires_at: number | null
    readonly spend_limit: string | null
    readonly spend_limit_period: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone: string
    readonly requests_per_minute: number | null
    readonly tokens_per_minute: number | null
    readonly allowed_models: readonly string[] | null
    readonly allowed_addresses: readonly string[] | null
    readonly spent: string
    readonly period_spent: string | null
    readonly period_ends_at: number | null
    readonly note: string | null
    readonly disabled: boolean
  }
  readonly ApiKeyDefaultsResponse: {
    readonly spend_limit: string | null
    readonly spend_limit_period: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone: string
    readonly requests_per_minute: number | null
    readonly tokens_per_minute: number | null
    readonly allowed_models: readonly string[] | null
    readonly allowed_addresses: readonly string[] | null
  }
  readonly ApiKeyDefaultsRequest: {
    readonly spend_limit?: string | null
    readonly spend_limit_period?: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone?: string | null
    readonly requests_per_minute?: number | null
    readonly tokens_per_minute?: number | null
    readonly allowed_models?: readonly string[] | null
    readonly allowed_addresses?: readonly string[] | null
  }
  readonly ApiKeyCreateRequest: {
    readonly name: string
    readonly expires_at?: number | null
    readonly note?: string | null
    readonly disabled?: boolean | null
    readonly spend_limit?: string | null
    readonly spend_limit_period?: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone?: string | null
    readonly requests_per_minute?: number | null
    readonly tokens_per_minute?: number | null
    readonly allowed_models?: readonly string[] | null
    readonly allowed_addresses?: readonly string[] | null
  }
  readonly ApiKeyCreatedResponse: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly last_four: string
    readonly created_at: number
    readonly last_used_at: number | null
    readonly expires_at: number | null
    readonly spend_limit: string | null
    readonly spend_limit_period: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone: string
    readonly requests_per_minute: number | null
    readonly tokens_per_minute: number | null
    readonly allowed_models: readonly string[] | null
    readonly allowed_addresses: readonly string[] | null
    readonly spent: string
    readonly period_spent: string | null
    readonly period_ends_at: number | null
    readonly note: string | null
    readonly disabled: boolean
    readonly key: string
  }
  readonly ApiKeyUpdateRequest: {
    readonly name?: string
    readonly expires_at?: number | null
    readonly note?: string | null
    readonly disabled?: boolean | null
    readonly spend_limit?: string | null
    readonly spend_limit_period?: 'daily' | 'weekly' | 'monthly' | null
    readonly spend_limit_time_zone?: string | null
    readonly requests_per_minute?: number | null
    readonly tokens_per_minute?: number | null
    readonly allowed_models?: readonly string[] | null
    readonly allowed_addresses?: readonly string[] | null
  }
  readonly WalletResponse: {
    readonly currency: 'RUB' | 'TOKEN'
    readonly balance: string
    readonly held: string
    readonly available: string
  }
  readonly Transaction: {
    readonly id: string
    readonly type: 'topup' | 'charge' | 'refund' | 'bonus' | 'adjustment'
    readonly currency: 'RUB' | 'TOKEN'
    readonly amount: string
    readonly balance_after: string
    readonly description: string
    readonly reference: { readonly kind: string; readonly id: string }
    readonly created_at: number
  }
  readonly TransactionListResponse: {
    readonly data: readonly Schemas['Transaction'][]
    readonly next_cursor: string | null
  }
  readonly TopupRequest: { readonly currency: 'RUB' | 'TOKEN'; readonly amount: string }
  readonly TopupResponse: {
    readonly id: string
    readonly status: 'pending' | 'succeeded' | 'canceled'
    readonly currency: 'RUB' | 'TOKEN'
    readonly amount: string
    readonly price: { readonly currency: 'RUB'; readonly amount: string }
    readonly confirmation_url: string | null
    readonly created_at: number
  }
  readonly TopupListResponse: {
    readonly data: readonly Schemas['TopupResponse'][]
    readonly next_cursor: string | null
  }
  readonly NotificationReceipt: { readonly received: true }
  readonly RequestListResponse: {
    readonly data: readonly Schemas['PaidRequest'][]
    readonly next_cursor: string | null
  }
  readonly UsageResponse: {
    readonly from: number
    readonly to: number
    readonly group: 'hour' | 'day' | 'model' | 'key' | 'surface'
    readonly time_zone: string
    readonly currency: 'RUB' | 'TOKEN'
    readonly data: readonly Schemas['UsageRow'][]
    readonly total: Schemas['UsageSums']
  }
  readonly NotificationsResponse: {
    readonly low_balance_threshold: string | null
    readonly language: 'en' | 'ru'
    readonly mail: {
      readonly balance_low: boolean
      readonly key_budget_80: boolean
      readonly key_budget_100: boolean
      readonly topup_failed: boolean
      readonly webhook_disabled: boolean
    }
  }
  readonly NotificationsUpdateRequest: {
    readonly low_balance_threshold?: string | null
    readonly language?: 'en' | 'ru' | null
    readonly mail?: {
      readonly balance_low?: boolean | null
      readonly key_budget_80?: boolean | null
      readonly key_budget_100?: boolean | null
      readonly topup_failed?: boolean | null
      readonly webhook_disabled?: boolean | null
    } | null
  }
  readonly UnsubscribeResponse: {
    readonly kind: 'balance_low' | 'key_budget_80' | 'key_budget_100' | 'topup_failed' | 'webhook_disabled'
  }
  readonly WebhookResponse: {
    readonly id: string
    readonly url: string
    readonly description: string | null
    readonly events:
      | readonly ('balance.low' | 'key.budget_80' | 'key.budget_100' | 'topup.succeeded' | 'topup.failed')[]
      | null
    readonly enabled: boolean
    readonly disabled_reason: 'gone' | 'failing' | null
    readonly last_delivered_at: number | null
    readonly created_at: number
  }
  readonly WebhookCreateRequest: {
    readonly url: string
    readonly description?: string | null
    readonly events?:
      | readonly ('balance.low' | 'key.budget_80' | 'key.budget_100' | 'topup.succeeded' | 'topup.failed')[]
      | null
    readonly enabled?: boolean | null
  }
  readonly WebhookCreatedResponse: {
    readonly id: string
    readonly url: string
    readonly description: string | null
    readonly events:
      | readonly ('balance.low' | 'key.budget_80' | 'key.budget_100' | 'topup.succeeded' | 'topup.failed')[]
      | null
    readonly enabled: boolean
    readonly disabled_reason: 'gone' | 'failing' | null
    readonly last_delivered_at: number | null
    readonly created_at: number
    readonly secret: string
  }
  readonly WebhookUpdateRequest: {
    readonly url?: string
    readonly description?: string | null
    readonly events?:
      | readonly ('balance.low' | 'key.budget_80' | 'key.budget_100' | 'topup.succeeded' | 'topup.failed')[]
      | null
    readonly enabled?: boolean
  }
  readonly WebhookSecretResponse: { readonly secret: string; readonly previous_valid_until: number }
  readonly WebhookDeliveryResponse: {
    readonly id: string
    readonly event_id: string
    readonly type:
      | 'balance.low'
      | 'key.budget_80'
      | 'key.budget_100'
      | 'topup.succeeded'
      | 'topup.failed'
      | 'webhook.test'
    readonly data: Readonly<Record<string, unknown>>
    readonly status: 'waiting' | 'delivered' | 'failed' | 'canceled'
    readonly attempts: number
    readonly last_status: number | null
    readonly last_error: string | null
    readonly last_attempt_at: number | null
    readonly next_attempt_at: number | null
    readonly occurred_at: number
    readonly created_at: number
    readonly ended_at: number | null
  }
  readonly WebhookDeliveryListResponse: {
    readonly data: readonly Schemas['WebhookDeliveryResponse'][]
    readonly next_cursor: string | null
  }
  readonly CatalogLimits: {
    readonly context_tokens: number | null
    readonly output_tokens: number | null
    readonly images: number | null
    readonly sizes: readonly string[] | null
    readonly seconds: readonly number[] | null
  }
  readonly TokenPriceRow: {
    readonly prompt_tokens_over: number
    readonly input_per_million: string
    readonly cached_input_per_million: string
    readonly cache_write_per_million: string
    readonly cache_write_1h_per_million: string | null
    readonly output_per_million: string | null
  }
  readonly TokenRates: {
    readonly input_per_million: string
    readonly cached_input_per_million: string
    readonly cache_write_per_million: string
    readonly cache_write_1h_per_million: string | null
    readonly output_per_million: string | null
    readonly rows: readonly Schemas['TokenPriceRow'][]
  }
  readonly TokenPrices: {
    readonly unit: 'tokens'
    readonly currency: 'RUB'
    readonly input_per_million: string
    readonly cached_input_per_million: string
    readonly cache_write_per_million: string
    readonly cache_write_1h_per_million: string | null
    readonly output_per_million: string | null
    readonly rows: readonly Schemas['TokenPriceRow'][]
    readonly service_tiers: Readonly<Record<string, Schemas['TokenRates']>>
  }
  readonly ImagePriceRow: { readonly quality: string | null; readonly size: string | null; readonly price: string }
  readonly ImagePrices: {
    readonly unit: 'image'
    readonly currency: 'RUB'
    readonly price: string
    readonly rows: readonly Schemas['ImagePriceRow'][]
  }
  readonly ImageTokenPrices: {
    readonly unit: 'image_tokens'
    readonly currency: 'RUB'
    readonly text_input_per_million: string
    readonly image_input_per_million: string
    readonly output_per_million: string
    readonly text_output_per_million: string
  }
  readonly CharacterPrices: { readonly unit: 'characters'; readonly currency: 'RUB'; readonly per_million: string }
  readonly SpeechTokenPrices: {
    readonly unit: 'speech_tokens'
    readonly currency: 'RUB'
    readonly input_per_million: string
    readonly output_per_million: string
  }
  readonly AudioSecondPrices: { readonly unit: 'audio_second'; readonly currency: 'RUB'; readonly price: string }
  readonly AudioTokenPrices: {
    readonly unit: 'audio_tokens'
    readonly currency: 'RUB'
    readonly audio_input_per_million: string
    readonly text_input_per_million: string
    readonly output_per_million: string
  }
  readonly SecondPriceRow: {
    readonly resolution: string | null
    readonly audio: boolean | null
    readonly price: string
  }
  readonly SecondPrices: {
    readonly unit: 'second'
    readonly currency: 'RUB'
    readonly price: string
    readonly rows: readonly Schemas['SecondPriceRow'][]
  }
  readonly CatalogModel: {
    readonly id: string
    readonly kind: 'chat' | 'image' | 'video' | 'speech' | 'embedding' | 'transcription'
    readonly owned_by: string
    readonly capabilities: readonly (
      | 'image_input'
      | 'file_input'
      | 'tools'
      | 'json_schema'
      | 'audio_output'
      | 'timestamps'
      | 'translation'
      | 'speakers'
    )[]
    readonly turn_price: string | null
    readonly supported_parameters: readonly string[]
    readonly limits: Schemas['CatalogLimits']
    readonly prices:
      | Schemas['TokenPrices']
      | Schemas['ImagePrices']
      | Schemas['ImageTokenPrices']
      | Schemas['CharacterPrices']
      | Schemas['SpeechTokenPrices']
      | Schemas['AudioSecondPrices']
      | Schemas['AudioTokenPrices']
      | Schemas['SecondPrices']
    readonly created: number
  }
  readonly CatalogTemplate: {
    readonly slug: string
    readonly title: string
    readonly model: string
    readonly kind: 'text' | 'image' | 'video'
    readonly capabilities: readonly (
      | 'image_input'
      | 'file_input'
      | 'tools'
      | 'json_schema'
      | 'audio_output'
      | 'timestamps'
      | 'translation'
      | 'speakers'
    )[]
    readonly turn_price: string | null
  }
  readonly CatalogTask: {
    readonly slug: string
    readonly kind: 'text' | 'image' | 'video'
    readonly model: string
    readonly price: string
    readonly per: 'task' | 'second'
    readonly capabilities: readonly (
      | 'image_input'
      | 'file_input'
      | 'tools'
      | 'json_schema'
      | 'audio_output'
      | 'timestamps'
      | 'translation'
      | 'speakers'
    )[]
  }
  readonly CatalogResponse: {
    readonly models: readonly Schemas['CatalogModel'][]
    readonly templates: readonly Schemas['CatalogTemplate'][]
    readonly tasks: readonly Schemas['CatalogTask'][]
  }
  readonly ConversationSendRequest: {
    readonly content: string
    readonly images?:
      | readonly (
          | {
              readonly type: 'url'
              readonly data: string
              readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
            }
          | {
              readonly type: 'base64'
              readonly data: string
              readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
            }
        )[]
      | null
  }
  readonly MessageMedia: {
    readonly idx: number
    readonly kind: 'image' | 'video'
    readonly mime_type: string
    readonly width: number | null
    readonly height: number | null
    readonly url: string
    readonly thumbnail_url: string | null
    readonly seconds: number | null
  }
  readonly MessageError: { readonly code: string; readonly message: string }
  readonly MessageResponse: {
    readonly id: string
    readonly conversation_id: string | null
    readonly role: 'user' | 'assistant'
    readonly content: string
    readonly status: 'done' | 'pending' | 'failed'
    readonly media: readonly Schemas['MessageMedia'][]
    readonly error: Schemas['MessageError'] | null
    readonly charged: string | null
    readonly created_at: number
  }
  readonly ConversationTurnResponse: {
    readonly user_message: Schemas['MessageResponse']
    readonly assistant_message: Schemas['MessageResponse']
    readonly charged: string
    readonly wallet: Schemas['WalletResponse']
  }
  readonly ChatTurnRequest: {
    readonly messages?:
      | readonly { readonly role: 'system' | 'developer' | 'user' | 'assistant'; readonly content: string }[]
      | null
    readonly conversation_id?: string | null
    readonly content?: string | null
  }
  readonly ChatTurnResponse: {
    readonly message: Schemas['MessageResponse']
    readonly charged: string
    readonly wallet: Schemas['WalletResponse']
  }
  readonly GenerationParameters: {
    readonly temperature?: number | null
    readonly top_p?: number | null
    readonly frequency_penalty?: number | null
    readonly presence_penalty?: number | null
    readonly max_tokens?: number | null
    readonly max_completion_tokens?: number | null
    readonly n?: number | null
    readonly seed?: number | null
    readonly stop?: string | readonly string[] | null
    readonly user?: string | null
    readonly size?: string | null
    readonly quality?: string | null
  }
  readonly GenerateRequest: {
    readonly task: string
    readonly prompt: string
    readonly conversation_id?: string | null
    readonly images?:
      | readonly (
          | {
              readonly type: 'url'
              readonly data: string
              readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
            }
          | {
              readonly type: 'base64'
              readonly data: string
              readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
            }
        )[]
      | null
    readonly parameters?: Schemas['GenerationParameters'] | null
  }
  readonly GenerateResponse: {
    readonly id: string
    readonly task: string
    readonly kind: 'text' | 'image' | 'video'
    readonly status: 'succeeded'
    readonly conversation_id: string
    readonly message_id: string
    readonly text: string | null
    readonly media: readonly Schemas['MessageMedia'][]
    readonly charged: string
    readonly wallet: Schemas['WalletResponse']
    readonly created_at: number
  }
  readonly VideoGenerationParameters: {
    readonly generate_audio?: boolean | null
    readonly seed?: number | null
    readonly negative_prompt?: string | null
  }
  readonly VideoGenerationRequest: {
    readonly task: string
    readonly prompt: string
    readonly conversation_id?: string | null
    readonly seconds?: string | number | null
    readonly size?: string | null
    readonly image?:
      | {
          readonly type: 'url'
          readonly data: string
          readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
        }
      | {
          readonly type: 'base64'
          readonly data: string
          readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
        }
      | null
    readonly images?:
      | readonly (
          | {
              readonly type: 'url'
              readonly data: string
              readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
            }
          | {
              readonly type: 'base64'
              readonly data: string
              readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
            }
        )[]
      | null
    readonly parameters?: Schemas['VideoGenerationParameters'] | null
  }
  readonly VideoGenerationOrdered: {
    readonly id: string
    readonly task: string
    readonly conversation_id: string
    readonly message_id: string
    readonly created_at: number
    readonly status: 'processing'
  }
  readonly VideoGenerationJob: {
    readonly id: string
    readonly task: string
    readonly conversation_id: string
    readonly message_id: string
    readonly created_at: number
    readonly status: 'processing' | 'completed' | 'failed'
    readonly media: readonly Schemas['MessageMedia'][]
    readonly error: Schemas['MessageError'] | null
  }
  readonly GalleryItem: {
    readonly message_id: string
    readonly conversation_id: string
    readonly source: 'generated' | 'sent'
    readonly idx: number
    readonly kind: 'image' | 'video'
    readonly mime_type: string
    readonly width: number | null
    readonly height: number | null
    readonly url: string
    readonly thumbnail_url: string | null
    readonly prompt: string
    readonly created_at: number
  }
  readonly GalleryPage: { readonly data: readonly Schemas['GalleryItem'][]; readonly next_cursor: string | null }
  readonly ConversationCreateRequest: { readonly catalog_slug: string; readonly title?: string | null }
  readonly ConversationResponse: {
    readonly id: string
    readonly catalog_slug: string
    readonly model: string
    readonly kind: 'text' | 'image' | 'video'
    readonly title: string
    readonly archived: boolean
    readonly archived_at: number | null
    readonly created_at: number
    readonly updated_at: number
  }
  readonly ConversationListResponse: {
    readonly data: readonly Schemas['ConversationResponse'][]
    readonly total: number
    readonly limit: number
    readonly offset: number
  }
  readonly ConversationRenameRequest: { readonly title: string }
  readonly MessagePageResponse: {
    readonly data: readonly Schemas['MessageResponse'][]
    readonly next_before: string | null
  }
  readonly OperatorFirstToken: { readonly calls: number; readonly p50_ms: number; readonly p95_ms: number }
  readonly OperatorAuditDelta: { readonly currency: 'RUB' | 'TOKEN'; readonly amount: string }
  readonly OperatorAudit: {
    readonly at: number
    readonly took_ms: number
    readonly violations: number
    readonly deltas: readonly Schemas['OperatorAuditDelta'][]
  }
  readonly OperatorModelTrade: {
    readonly model: string | null
    readonly currency: 'RUB' | 'TOKEN'
    readonly calls: number
    readonly refusals: number
    readonly failures: number
    readonly revenue: string
    readonly written_off: string
    readonly provider_cost: string | null
    readonly margin: string | null
  }
  readonly OperatorHeldMoney: { readonly currency: 'RUB' | 'TOKEN'; readonly amount: string }
  readonly OperatorOpenHolds: {
    readonly kind: string
    readonly count: number
    readonly oldest_seconds: number
    readonly overdue: number
  }
  readonly OperatorOverview: {
    readonly from: number
    readonly first_token: Schemas['OperatorFirstToken'] | null
    readonly last_audit: Schemas['OperatorAudit'] | null
    readonly money_in: string
    readonly money_out: string
    readonly models: readonly Schemas['OperatorModelTrade'][]
    readonly held: readonly Schemas['OperatorHeldMoney'][]
    readonly holds: readonly Schemas['OperatorOpenHolds'][]
    readonly topups_pending: number
    readonly mail_waiting: number
    readonly mail_oldest_seconds: number
    readonly webhooks_waiting: number
    readonly webhooks_due_seconds: number
  }
  readonly OperatorAccount: {
    readonly id: string
    readonly email: string
    readonly email_verified: boolean
    readonly display_name: string | null
    readonly is_operator: boolean
    readonly created_at: number
    readonly deactivated_at: number | null
    readonly wallets: readonly Schemas['WalletResponse'][]
  }
  readonly OperatorAccountList: {
    readonly data: readonly Schemas['OperatorAccount'][]
    readonly next_cursor: string | null
  }
  readonly OperatorAccountKey: {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly last_four: string
    readonly created_at: number
    readonly last_used_at: number | null
    readonly expires_at: number | null
    readonly spent: string
    readonly spend_limit: string | null
    readonly disabled: boolean
  }
  readonly OperatorAccountSession: {
    readonly id: string
    readonly created_at: number
    readonly last_used_at: number
    readonly user_agent: string | null
  }
  readonly OperatorAccountDetails: {
    readonly id: string
    readonly email: string
    readonly email_verified: boolean
    readonly display_name: string | null
    readonly is_operator: boolean
    readonly created_at: number
    readonly deactivated_at: number | null
    readonly wallets: readonly Schemas['WalletResponse'][]
    readonly has_password: boolean
    readonly requests_per_minute: number | null
    readonly default_requests_per_minute: number
    readonly identities: readonly string[]
    readonly keys: readonly Schemas['OperatorAccountKey'][]
    readonly sessions: readonly Schemas['OperatorAccountSession'][]
  }
  readonly BalanceAdjustmentRequest: {
    readonly id: string
    readonly currency: 'RUB' | 'TOKEN'
    readonly amount: string
    readonly reason: string
  }
  readonly BalanceAdjustment: {
    readonly id: string
    readonly currency: 'RUB' | 'TOKEN'
    readonly balance: string
    readonly fresh: boolean
  }
  readonly AccountLimitRequest: { readonly requests_per_minute: number | null; readonly reason: string }
  readonly AccountStateRequest: { readonly reason: string }
  readonly OperatorTopUp: {
    readonly id: string
    readonly account_id: string
    readonly status: 'pending' | 'succeeded' | 'canceled'
    readonly currency: 'RUB' | 'TOKEN'
    readonly amount: string
    readonly price: string
    readonly provider: string
    readonly payment_id: string | null
    readonly created_at: number
  }
  readonly OperatorTopUpList: {
    readonly data: readonly Schemas['OperatorTopUp'][]
    readonly next_cursor: string | null
  }
  readonly OperatorTopUpRefund: {
    readonly id: string
    readonly status: 'pending' | 'succeeded' | 'canceled'
    readonly amount: string
    readonly price: string
    readonly created_at: number
  }
  readonly OperatorTopUpDetails: {
    readonly id: string
    readonly account_id: string
    readonly status: 'pending' | 'succeeded' | 'canceled'
    readonly currency: 'RUB' | 'TOKEN'
    readonly amount: string
    readonly price: string
    readonly provider: string
    readonly payment_id: string | null
    readonly created_at: number
    readonly refundable: string
    readonly refunds: readonly Schemas['OperatorTopUpRefund'][]
  }
  readonly RefundTopUpRequest: { readonly amount: string; readonly reason: string }
  readonly OperatorMail: {
    readonly id: string
    readonly kind:
      | 'verify_email'
      | 'reset_password'
      | 'identity_linked'
      | 'identity_unlinked'
      | 'key_created'
      | 'key_deleted'
      | 'password_changed'
      | 'password_reset'
      | 'account_deleted'
      | 'balance_low'
      | 'key_budget_80'
      | 'key_budget_100'
      | 'topup_failed'
      | 'webhook_disabled'
    readonly recipient: string
    readonly account_id: string | null
    readonly state: 'waiting' | 'sent' | 'failed' | 'dropped'
    readonly outcome: 'sent' | 'refused' | 'given_up' | 'superseded' | 'needless' | null
    readonly sending: boolean
    readonly attempts: number
    readonly created_at: number
    readonly next_attempt_at: number | null
    readonly ended_at: number | null
    readonly last_error: string | null
  }
  readonly OperatorMailList: { readonly data: readonly Schemas['OperatorMail'][]; readonly next_cursor: string | null }
  readonly ChangeMailRequest: { readonly reason?: string | null }
  readonly OperatorJobRun: { readonly started_at: number; readonly took_ms: number; readonly succeeded: boolean }
  readonly OperatorJobFailure: { readonly at: number; readonly message: string }
  readonly OperatorJobProcess: {
    readonly process: string
    readonly role: 'server' | 'worker'
    readonly state: 'waiting' | 'running' | 'failed' | 'gone'
    readonly running_since: number | null
    readonly next_run_at: number | null
    readonly last_run: Schemas['OperatorJobRun'] | null
    readonly last_counts: Readonly<Record<string, number>> | null
    readonly total_counts: Readonly<Record<string, number>>
    readonly runs: number
    readonly failures: number
    readonly last_failure: Schemas['OperatorJobFailure'] | null
    readonly reported_at: number
  }
  readonly OperatorJob: {
    readonly name:
      | 'show that the process lives'
      | 'give back what is reserved for idle keys'
      | 'give back what is reserved in pressed wallets'
      | 'fail stray claims'
      | 'write last uses of keys'
      | 'write refused keys'
      | 'write times to first tokens'
      | 'read switches of deployments'
      | 'compare the clocks'
      | 'end silent processes'
      | 'sweep holds'
      | 'sweep reservations'
      | 'sweep lost video submissions'
      | 'ask about videos once more'
      | 'sweep idempotency records'
      | 'send mail'
      | 'prune mail'
      | 'deliver webhooks'
      | 'notice low balances and spent limits'
      | 'prune webhook deliveries'
      | 'ask about pending top-ups'
      | 'prune sessions'
      | 'count usage'
      | 'sweep stored responses'
      | 'look for late work'
      | 'read standing figures'
      | 'look for paid top-ups'
      | 'audit the ledger'
      | 'report the standing work'
    readonly scope: 'process' | 'installation'
    readonly every_ms: number
    readonly processes: readonly Schemas['OperatorJobProcess'][]
  }
  readonly OperatorJobList: { readonly data: readonly Schemas['OperatorJob'][] }
  readonly OperatorAction: {
    readonly id: string
    readonly at: number
    readonly operator: string
    readonly operator_id: string | null
    readonly command: string
    readonly subject: string | null
    readonly arguments: Readonly<Record<string, unknown>>
    readonly before: Readonly<Record<string, unknown>> | null
    readonly after: Readonly<Record<string, unknown>> | null
    readonly reason: string | null
    readonly succeeded: boolean
  }
  readonly OperatorActionList: {
    readonly data: readonly Schemas['OperatorAction'][]
    readonly next_cursor: string | null
  }
  readonly SwitchedOff: { readonly since: number; readonly reason: string | null }
  readonly DeploymentFailure: {
    readonly at: number
    readonly cause:
      | 'unreachable'
      | 'rate_limited'
      | 'unavailable'
      | 'server_error'
      | 'timed_out'
      | 'cut'
      | 'bad_answer'
      | 'too_large'
      | 'rejected'
      | 'refused_content'
      | 'misconfigured'
    readonly message: string
    readonly upstream_code: string | null
    readonly upstream_status: number | null
  }
  readonly OperatorDeployment: {
    readonly upstream_model: string
    readonly kind: 'chat' | 'image' | 'video' | 'speech' | 'embedding' | 'transcription'
    readonly models: readonly string[]
    readonly switched_off: Schemas['SwitchedOff'] | null
    readonly circuit: 'closed' | 'open' | 'half_open'
    readonly calls_last_hour: number
    readonly failures_last_hour: number
    readonly last_answered_at: number | null
    readonly last_failures: readonly Schemas['DeploymentFailure'][]
  }
  readonly OperatorProvider: {
    readonly id: string
    readonly adapter: string
    readonly callable: boolean
    readonly switched_off: Schemas['SwitchedOff'] | null
    readonly deployments: readonly Schemas['OperatorDeployment'][]
  }
  readonly OperatorProviderList: { readonly instance: string; readonly data: readonly Schemas['OperatorProvider'][] }
  readonly SwitchProviderRequest: {
    readonly provider: string
    readonly upstream_model?: string | null
    readonly on: boolean
    readonly reason?: string | null
  }
  readonly SwitchProviderResponse: { readonly switched_off: Schemas['SwitchedOff'] | null }
  readonly TestProviderRequest: { readonly provider: string; readonly upstream_model: string }
  readonly TestProviderResponse: {
    readonly succeeded: boolean
    readonly first_word_ms: number | null
    readonly total_ms: number
    readonly input_tokens: number | null
    readonly output_tokens: number | null
    readonly cause:
      | 'unreachable'
      | 'rate_limited'
      | 'unavailable'
      | 'server_error'
      | 'timed_out'
      | 'cut'
      | 'bad_answer'
      | 'too_large'
      | 'rejected'
      | 'refused_content'
      | 'misconfigured'
      | null
    readonly message: string | null
  }
  readonly OperatorCatalogProvider: { readonly id: string; readonly adapter: string; readonly callable: boolean }
  readonly OperatorCatalogDeployment: {
    readonly provider: string
    readonly upstream_model: string
    readonly weight: number | null
  }
  readonly PurchasePrices: {
    readonly input_per_million: string | null
    readonly cached_input_per_million: string | null
    readonly cache_write_per_million: string | null
    readonly output_per_million: string | null
    readonly image: string | null
    readonly second: string | null
    readonly call: string | null
  }
  readonly OperatorCatalogModel: {
    readonly id: string
    readonly kind: 'chat' | 'image' | 'video' | 'speech' | 'embedding' | 'transcription'
    readonly deployments: readonly Schemas['OperatorCatalogDeployment'][]
    readonly tariff_version: string
    readonly prices:
      | Schemas['TokenPrices']
      | Schemas['ImagePrices']
      | Schemas['ImageTokenPrices']
      | Schemas['CharacterPrices']
      | Schemas['SpeechTokenPrices']
      | Schemas['AudioSecondPrices']
      | Schemas['AudioTokenPrices']
      | Schemas['SecondPrices']
    readonly purchase: Schemas['PurchasePrices'] | null
    readonly retires_at: number | null
  }
  readonly OperatorCatalog: {
    readonly version: string
    readonly read_at: number
    readonly providers: readonly Schemas['OperatorCatalogProvider'][]
    readonly models: readonly Schemas['OperatorCatalogModel'][]
    readonly templates: readonly string[]
    readonly tasks: readonly string[]
  }
  readonly CheckCatalogRequest: { readonly text: string }
  readonly CheckCatalogResponse: {
    readonly problems: readonly string[]
    readonly providers: number
    readonly models: number
    readonly templates: number
    readonly tasks: number
  }
  readonly ReloadCatalogRequest: { readonly reason?: string | null }
  readonly ReloadCatalogResponse: {
    readonly reloaded: boolean
    readonly version: string
    readonly models: number
    readonly problems: readonly string[]
  }
  readonly ConsoleSession: {
    readonly session_id: string
    readonly access_token: string
    readonly token_type: 'bearer'
    readonly expires_in: number
  }
}

/** Every operation of the API by its method and path. */
export interface Operations {
  'GET /v1/models': {
    readonly path: None
    readonly query: {
      readonly limit?: number | null
      readonly after_id?: string | null
      readonly before_id?: string | null
    }
    readonly body: None
    readonly answer: Schemas['ModelListResponse'] | Schemas['MessagesModelList']
  }
  'GET /v1/models/{id}': {
    readonly path: { readonly id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ModelInfo'] | Schemas['MessagesModel']
  }
  'POST /v1/chat/completions': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ChatCompletionRequest']
    readonly answer: Schemas['ChatCompletionResponse']
  }
  'POST /v1/images/generations': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly prompt: string
      readonly size?: string | null
      readonly quality?: string | null
      readonly n?: number | null
      readonly response_format?: 'b64_json' | 'url' | null
      readonly mask?:
        | {
            readonly type: 'url'
            readonly data: string
            readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
          }
        | {
            readonly type: 'base64'
            readonly data: string
            readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
          }
        | null
      readonly reference_images?:
        | readonly (
            | {
                readonly type: 'url'
                readonly data: string
                readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
              }
            | {
                readonly type: 'base64'
                readonly data: string
                readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
              }
          )[]
        | null
      readonly image?:
        | readonly (
            | {
                readonly type: 'url'
                readonly data: string
                readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
              }
            | {
                readonly type: 'base64'
                readonly data: string
                readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
              }
          )[]
        | null
    }
    readonly answer: Schemas['ImageGenerationResponse']
  }
  'POST /v1/images/edits': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly prompt: string
      readonly image: readonly (
        | {
            readonly type: 'url'
            readonly data: string
            readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
          }
        | {
            readonly type: 'base64'
            readonly data: string
            readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
          }
      )[]
      readonly size?: string | null
      readonly quality?: string | null
      readonly n?: number | null
      readonly response_format?: 'b64_json' | 'url' | null
      readonly mask?:
        | {
            readonly type: 'url'
            readonly data: string
            readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
          }
        | {
            readonly type: 'base64'
            readonly data: string
            readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
          }
        | null
      readonly reference_images?:
        | readonly (
            | {
                readonly type: 'url'
                readonly data: string
                readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
              }
            | {
                readonly type: 'base64'
                readonly data: string
                readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
              }
          )[]
        | null
    }
    readonly answer: Schemas['ImageGenerationResponse']
  }
  'POST /v1/audio/speech': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly input: string
      readonly voice?: string | null
      readonly instructions?: string | null
      readonly response_format?: 'mp3' | 'wav' | 'pcm' | null
      readonly speed?: number | null
      readonly stream_format?: string | null
    }
    readonly answer: Blob
  }
  'POST /v1/audio/transcriptions': {
    readonly path: None
    readonly query: None
    readonly body: Blob
    readonly answer: Schemas['VerboseTranscription'] | Schemas['DiarizedTranscription'] | Schemas['Transcription']
  }
  'POST /v1/audio/translations': {
    readonly path: None
    readonly query: None
    readonly body: Blob
    readonly answer: Schemas['VerboseTranscription'] | Schemas['DiarizedTranscription'] | Schemas['Transcription']
  }
  'POST /v1/embeddings': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
      readonly encoding_format?: 'float' | 'base64' | null
      readonly dimensions?: number | null
      readonly user?: string | null
    }
    readonly answer: Schemas['EmbeddingResponse']
  }
  'POST /v1/messages': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['MessageRequest']
    readonly answer: Schemas['Message']
  }
  'POST /v1/messages/count_tokens': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['CountTokensRequest']
    readonly answer: Schemas['MessageTokensCount']
  }
  'POST /v1/responses': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['CreateResponse']
    readonly answer: Schemas['Response']
  }
  'POST /v1/responses/input_tokens': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['CreateResponse']
    readonly answer: Schemas['TokenCounts']
  }
  'GET /v1/responses/{response_id}': {
    readonly path: { readonly response_id: string }
    readonly query: {
      readonly stream?: 'true' | 'false' | null
      readonly include?: string | null
      readonly 'include[]'?: string | null
    }
    readonly body: None
    readonly answer: Schemas['Response']
  }
  'DELETE /v1/responses/{response_id}': {
    readonly path: { readonly response_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['DeletedResponse']
  }
  'GET /v1/responses/{response_id}/input_items': {
    readonly path: { readonly response_id: string }
    readonly query: {
      readonly limit?: number | null
      readonly after?: string | null
      readonly order?: 'asc' | 'desc' | null
      readonly include?: string | null
      readonly 'include[]'?: string | null
    }
    readonly body: None
    readonly answer: Schemas['ResponseItemList']
  }
  'GET /v1/usage/{operation_id}': {
    readonly path: { readonly operation_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['UsageReceipt']
  }
  'GET /v1/me/requests/{id}': {
    readonly path: { readonly id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['PaidRequest']
  }
  'GET /v1/key': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['KeyResponse']
  }
  'GET /v1/usage': {
    readonly path: None
    readonly query: {
      readonly from?: number | null
      readonly to?: number | null
      readonly time_zone?: string | null
      readonly model?: string | null
      readonly surface?:
        | 'chat'
        | 'responses'
        | 'messages'
        | 'image'
        | 'speech'
        | 'transcription'
        | 'embedding'
        | 'video'
        | 'account'
        | null
      readonly format?: 'json' | 'csv' | null
      readonly group?: 'hour' | 'day' | 'model' | 'key' | 'surface' | null
    }
    readonly body: None
    readonly answer: Schemas['KeyUsageResponse']
  }
  'GET /v1/credits': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['CreditsResponse']
  }
  'GET /v1/dashboard/billing/subscription': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['BillingSubscription']
  }
  'GET /v1/dashboard/billing/usage': {
    readonly path: None
    readonly query: { readonly start_date?: string | null; readonly end_date?: string | null }
    readonly body: None
    readonly answer: Schemas['BillingUsage']
  }
  'POST /v1/videos': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly prompt: string
      readonly seconds?: string | number | null
      readonly size?: string | null
      readonly input_reference?:
        | string
        | {
            readonly type: 'url'
            readonly data: string
            readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
          }
        | {
            readonly type: 'base64'
            readonly data: string
            readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
          }
        | { readonly image_url: string }
        | null
      readonly generate_audio?: boolean | null
      readonly seed?: number | null
      readonly negative_prompt?: string | null
    }
    readonly answer: Schemas['VideoObject']
  }
  'GET /v1/videos': {
    readonly path: None
    readonly query: {
      readonly limit?: number | null
      readonly after?: string | null
      readonly order?: 'asc' | 'desc' | null
    }
    readonly body: None
    readonly answer: Schemas['VideoListResponse']
  }
  'GET /v1/videos/{video_id}': {
    readonly path: { readonly video_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['VideoObject']
  }
  'GET /v1/videos/{video_id}/content': {
    readonly path: { readonly video_id: string }
    readonly query: { readonly variant?: string | null }
    readonly body: None
    readonly answer: Blob
  }
  'POST /v1/video/generations': {
    readonly path: None
    readonly query: None
    readonly body: {
      readonly model: string
      readonly prompt: string
      readonly seconds?: string | number | null
      readonly size?: string | null
      readonly input_reference?:
        | string
        | {
            readonly type: 'url'
            readonly data: string
            readonly mime_type?: 'image/png' | 'image/jpeg' | 'image/webp' | null
          }
        | {
            readonly type: 'base64'
            readonly data: string
            readonly mime_type: 'image/png' | 'image/jpeg' | 'image/webp'
          }
        | { readonly image_url: string }
        | null
      readonly generate_audio?: boolean | null
      readonly seed?: number | null
      readonly negative_prompt?: string | null
      readonly duration?: string | number | null
    }
    readonly answer: {
      readonly id: string
      readonly job_id: string
      readonly object: 'video.generation'
      readonly status: 'processing' | 'completed' | 'failed'
      readonly model: string
      readonly created_at: number
    }
  }
  'GET /v1/video/generations/{job_id}': {
    readonly path: { readonly job_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['VideoGeneration']
  }
  'GET /v1/video/generations/{job_id}/download': {
    readonly path: { readonly job_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Blob
  }
  'GET /v1/media/{message_id}/{idx}': {
    readonly path: { readonly message_id: string; readonly idx: string }
    readonly query: { readonly exp: string; readonly sig: string; readonly variant?: string | null }
    readonly body: None
    readonly answer: Blob
  }
  'POST /v1/auth/login': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['LoginRequest']
    readonly answer: Schemas['TokenPair']
  }
  'POST /v1/auth/refresh': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['RefreshRequest']
    readonly answer: Schemas['TokenPair']
  }
  'POST /v1/auth/logout': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/auth/oauth/google': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthLoginRequest']
    readonly answer: Schemas['TokenPair']
  }
  'POST /v1/auth/oauth/yandex': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthAccessTokenRequest']
    readonly answer: Schemas['TokenPair']
  }
  'GET /.well-known/jwks.json': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['JwkSet']
  }
  'POST /v1/me/identities/google': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthLoginRequest']
    readonly answer: Schemas['UserMe']
  }
  'DELETE /v1/me/identities/google': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/me/identities/yandex': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthAccessTokenRequest']
    readonly answer: Schemas['UserMe']
  }
  'DELETE /v1/me/identities/yandex': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'GET /v1/me/sessions': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: readonly Schemas['SessionResponse'][]
  }
  'DELETE /v1/me/sessions/{session_id}': {
    readonly path: { readonly session_id: string }
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/auth/reauthenticate': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ReauthenticateRequest']
    readonly answer: Schemas['ReauthenticateResponse']
  }
  'GET /v1/auth/methods': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['SignInMethods']
  }
  'POST /v1/auth/register': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['RegisterRequest']
    readonly answer: Schemas['RegisterResponse']
  }
  'POST /v1/auth/verify-email': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['VerifyEmailRequest']
    readonly answer: Schemas['VerifyEmailResponse']
  }
  'POST /v1/auth/resend-verification': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ResendVerificationResponse']
  }
  'POST /v1/auth/forgot-password': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ForgotPasswordRequest']
    readonly answer: Schemas['ForgotPasswordResponse']
  }
  'POST /v1/auth/reset-password': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ResetPasswordRequest']
    readonly answer: Schemas['ResetPasswordResponse']
  }
  'GET /v1/me': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['UserMe']
  }
  'PATCH /v1/me': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['UpdateMeRequest']
    readonly answer: Schemas['UserMe']
  }
  'DELETE /v1/me': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/me/change-password': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ChangePasswordRequest']
    readonly answer: null
  }
  'GET /v1/me/api-keys': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: readonly Schemas['ApiKeyResponse'][]
  }
  'POST /v1/me/api-keys': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ApiKeyCreateRequest']
    readonly answer: Schemas['ApiKeyCreatedResponse']
  }
  'GET /v1/me/api-key-defaults': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ApiKeyDefaultsResponse']
  }
  'PUT /v1/me/api-key-defaults': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ApiKeyDefaultsRequest']
    readonly answer: Schemas['ApiKeyDefaultsResponse']
  }
  'PATCH /v1/me/api-keys/{key_id}': {
    readonly path: { readonly key_id: string }
    readonly query: None
    readonly body: Schemas['ApiKeyUpdateRequest']
    readonly answer: Schemas['ApiKeyResponse']
  }
  'DELETE /v1/me/api-keys/{key_id}': {
    readonly path: { readonly key_id: string }
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'GET /v1/me/wallets': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: readonly Schemas['WalletResponse'][]
  }
  'GET /v1/me/wallets/{currency}': {
    readonly path: { readonly currency: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['WalletResponse']
  }
  'GET /v1/me/transactions': {
    readonly path: None
    readonly query: {
      readonly currency?: 'RUB' | 'TOKEN' | null
      readonly type?: 'topup' | 'charge' | 'refund' | 'bonus' | 'adjustment' | null
      readonly limit?: number | null
      readonly cursor?: string | null
      readonly format?: 'json' | 'csv' | null
    }
    readonly body: None
    readonly answer: Schemas['TransactionListResponse']
  }
  'POST /v1/billing/topup': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['TopupRequest']
    readonly answer: Schemas['TopupResponse']
  }
  'GET /v1/billing/topups': {
    readonly path: None
    readonly query: {
      readonly status?: 'pending' | 'succeeded' | 'canceled' | null
      readonly limit?: number | null
      readonly cursor?: string | null
    }
    readonly body: None
    readonly answer: Schemas['TopupListResponse']
  }
  'GET /v1/billing/topups/{id}': {
    readonly path: { readonly id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['TopupResponse']
  }
  'POST /v1/billing/notifications/{provider}': {
    readonly path: { readonly provider: string }
    readonly query: None
    readonly body: Readonly<Record<string, unknown>>
    readonly answer: Schemas['NotificationReceipt']
  }
  'GET /v1/me/requests': {
    readonly path: None
    readonly query: {
      readonly model?: string | null
      readonly key?: string | null
      readonly outcome?:
        | 'succeeded'
        | 'client_left'
        | 'upstream_failed'
        | 'nothing_delivered'
        | 'refused'
        | 'not_called'
        | 'zero_price'
        | 'given_back'
        | 'expired'
        | 'instance_lost'
        | 'job_expired'
        | null
      readonly surface?:
        | 'chat'
        | 'responses'
        | 'messages'
        | 'image'
        | 'speech'
        | 'transcription'
        | 'embedding'
        | 'video'
        | 'account'
        | null
      readonly currency?: 'RUB' | 'TOKEN' | null
      readonly from?: number | null
      readonly to?: number | null
      readonly limit?: number | null
      readonly cursor?: string | null
      readonly format?: 'json' | 'csv' | null
    }
    readonly body: None
    readonly answer: Schemas['RequestListResponse']
  }
  'GET /v1/me/usage': {
    readonly path: None
    readonly query: {
      readonly from?: number | null
      readonly to?: number | null
      readonly time_zone?: string | null
      readonly model?: string | null
      readonly surface?:
        | 'chat'
        | 'responses'
        | 'messages'
        | 'image'
        | 'speech'
        | 'transcription'
        | 'embedding'
        | 'video'
        | 'account'
        | null
      readonly format?: 'json' | 'csv' | null
      readonly group?: 'hour' | 'day' | 'model' | 'key' | 'surface' | null
      readonly key?: string | null
      readonly currency?: 'RUB' | 'TOKEN' | null
    }
    readonly body: None
    readonly answer: Schemas['UsageResponse']
  }
  'GET /v1/me/notifications': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['NotificationsResponse']
  }
  'PATCH /v1/me/notifications': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['NotificationsUpdateRequest']
    readonly answer: Schemas['NotificationsResponse']
  }
  'POST /v1/me/notifications/unsubscribe': {
    readonly path: None
    readonly query: { readonly token: string }
    readonly body: None
    readonly answer: Schemas['UnsubscribeResponse']
  }
  'GET /v1/me/webhooks': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: readonly Schemas['WebhookResponse'][]
  }
  'POST /v1/me/webhooks': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['WebhookCreateRequest']
    readonly answer: Schemas['WebhookCreatedResponse']
  }
  'PATCH /v1/me/webhooks/{webhook_id}': {
    readonly path: { readonly webhook_id: string }
    readonly query: None
    readonly body: Schemas['WebhookUpdateRequest']
    readonly answer: Schemas['WebhookResponse']
  }
  'DELETE /v1/me/webhooks/{webhook_id}': {
    readonly path: { readonly webhook_id: string }
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/me/webhooks/{webhook_id}/rotate-secret': {
    readonly path: { readonly webhook_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['WebhookSecretResponse']
  }
  'POST /v1/me/webhooks/{webhook_id}/test': {
    readonly path: { readonly webhook_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['WebhookDeliveryResponse']
  }
  'GET /v1/me/webhooks/{webhook_id}/deliveries': {
    readonly path: { readonly webhook_id: string }
    readonly query: { readonly limit?: number | null; readonly cursor?: string | null }
    readonly body: None
    readonly answer: Schemas['WebhookDeliveryListResponse']
  }
  'POST /v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    readonly path: { readonly webhook_id: string; readonly delivery_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['WebhookDeliveryResponse']
  }
  'GET /v1/catalog': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['CatalogResponse']
  }
  'POST /v1/me/conversations/{conversation_id}/messages': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: Schemas['ConversationSendRequest']
    readonly answer: Schemas['ConversationTurnResponse']
  }
  'GET /v1/me/conversations/{conversation_id}/messages': {
    readonly path: { readonly conversation_id: string }
    readonly query: { readonly limit?: number | null; readonly before?: string | null }
    readonly body: None
    readonly answer: Schemas['MessagePageResponse']
  }
  'POST /v1/me/chat': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ChatTurnRequest']
    readonly answer: Schemas['ChatTurnResponse']
  }
  'POST /v1/me/generations': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['GenerateRequest']
    readonly answer: Schemas['GenerateResponse']
  }
  'POST /v1/me/video-generations': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['VideoGenerationRequest']
    readonly answer: Schemas['VideoGenerationOrdered']
  }
  'GET /v1/me/video-generations/{id}': {
    readonly path: { readonly id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['VideoGenerationJob']
  }
  'GET /v1/me/gallery': {
    readonly path: None
    readonly query: {
      readonly cursor?: string | null
      readonly limit?: number | null
      readonly kind?: 'image' | 'video' | null
      readonly source?: 'generated' | 'sent' | null
    }
    readonly body: None
    readonly answer: Schemas['GalleryPage']
  }
  'POST /v1/me/conversations': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ConversationCreateRequest']
    readonly answer: Schemas['ConversationResponse']
  }
  'GET /v1/me/conversations': {
    readonly path: None
    readonly query: {
      readonly limit?: number | null
      readonly offset?: number | null
      readonly archived?: boolean | null
    }
    readonly body: None
    readonly answer: Schemas['ConversationListResponse']
  }
  'GET /v1/me/conversations/{conversation_id}': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ConversationResponse']
  }
  'PATCH /v1/me/conversations/{conversation_id}': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: Schemas['ConversationRenameRequest']
    readonly answer: Schemas['ConversationResponse']
  }
  'DELETE /v1/me/conversations/{conversation_id}': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/me/conversations/{conversation_id}/archive': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ConversationResponse']
  }
  'POST /v1/me/conversations/{conversation_id}/unarchive': {
    readonly path: { readonly conversation_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ConversationResponse']
  }
  'GET /v1/me/conversations/{conversation_id}/messages/{message_id}/media/{idx}': {
    readonly path: { readonly conversation_id: string; readonly message_id: string; readonly idx: number }
    readonly query: { readonly variant?: 'full' | 'thumb' | null }
    readonly body: None
    readonly answer: Blob
  }
  'POST /v1/me/conversations/{conversation_id}/messages/{message_id}/poll': {
    readonly path: { readonly conversation_id: string; readonly message_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['MessageResponse']
  }
  'GET /v1/operator/overview': {
    readonly path: None
    readonly query: { readonly hours?: number | null }
    readonly body: None
    readonly answer: Schemas['OperatorOverview']
  }
  'GET /v1/operator/accounts': {
    readonly path: None
    readonly query: { readonly search?: string | null; readonly limit?: number | null; readonly cursor?: string | null }
    readonly body: None
    readonly answer: Schemas['OperatorAccountList']
  }
  'GET /v1/operator/accounts/{account_id}': {
    readonly path: { readonly account_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorAccountDetails']
  }
  'GET /v1/operator/accounts/{account_id}/requests': {
    readonly path: { readonly account_id: string }
    readonly query: {
      readonly model?: string | null
      readonly key?: string | null
      readonly outcome?:
        | 'succeeded'
        | 'client_left'
        | 'upstream_failed'
        | 'nothing_delivered'
        | 'refused'
        | 'not_called'
        | 'zero_price'
        | 'given_back'
        | 'expired'
        | 'instance_lost'
        | 'job_expired'
        | null
      readonly limit?: number | null
      readonly cursor?: string | null
    }
    readonly body: None
    readonly answer: Schemas['RequestListResponse']
  }
  'POST /v1/operator/accounts/{account_id}/adjustments': {
    readonly path: { readonly account_id: string }
    readonly query: None
    readonly body: Schemas['BalanceAdjustmentRequest']
    readonly answer: Schemas['BalanceAdjustment']
  }
  'POST /v1/operator/accounts/{account_id}/limit': {
    readonly path: { readonly account_id: string }
    readonly query: None
    readonly body: Schemas['AccountLimitRequest']
    readonly answer: null
  }
  'POST /v1/operator/accounts/{account_id}/deactivate': {
    readonly path: { readonly account_id: string }
    readonly query: None
    readonly body: Schemas['AccountStateRequest']
    readonly answer: null
  }
  'POST /v1/operator/accounts/{account_id}/reactivate': {
    readonly path: { readonly account_id: string }
    readonly query: None
    readonly body: Schemas['AccountStateRequest']
    readonly answer: null
  }
  'GET /v1/operator/topups': {
    readonly path: None
    readonly query: {
      readonly status?: 'pending' | 'succeeded' | 'canceled' | null
      readonly account?: string | null
      readonly limit?: number | null
      readonly cursor?: string | null
    }
    readonly body: None
    readonly answer: Schemas['OperatorTopUpList']
  }
  'GET /v1/operator/topups/{topup_id}': {
    readonly path: { readonly topup_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorTopUpDetails']
  }
  'POST /v1/operator/topups/{topup_id}/check': {
    readonly path: { readonly topup_id: string }
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/operator/topups/{topup_id}/refund': {
    readonly path: { readonly topup_id: string }
    readonly query: None
    readonly body: Schemas['RefundTopUpRequest']
    readonly answer: Schemas['OperatorTopUpRefund']
  }
  'POST /v1/operator/topups/{topup_id}/refunds/{refund_id}/continue': {
    readonly path: { readonly topup_id: string; readonly refund_id: string }
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorTopUpRefund']
  }
  'GET /v1/operator/mail': {
    readonly path: None
    readonly query: {
      readonly state?: 'waiting' | 'sent' | 'failed' | 'dropped' | null
      readonly account?: string | null
      readonly limit?: number | null
      readonly cursor?: string | null
    }
    readonly body: None
    readonly answer: Schemas['OperatorMailList']
  }
  'POST /v1/operator/mail/{mail_id}/retry': {
    readonly path: { readonly mail_id: string }
    readonly query: None
    readonly body: Schemas['ChangeMailRequest']
    readonly answer: null
  }
  'POST /v1/operator/mail/{mail_id}/give-up': {
    readonly path: { readonly mail_id: string }
    readonly query: None
    readonly body: Schemas['ChangeMailRequest']
    readonly answer: null
  }
  'GET /v1/operator/jobs': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorJobList']
  }
  'GET /v1/operator/actions': {
    readonly path: None
    readonly query: {
      readonly operator?: string | null
      readonly subject?: string | null
      readonly limit?: number | null
      readonly cursor?: string | null
    }
    readonly body: None
    readonly answer: Schemas['OperatorActionList']
  }
  'GET /v1/operator/providers': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorProviderList']
  }
  'POST /v1/operator/providers/switch': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['SwitchProviderRequest']
    readonly answer: Schemas['SwitchProviderResponse']
  }
  'POST /v1/operator/providers/test': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['TestProviderRequest']
    readonly answer: Schemas['TestProviderResponse']
  }
  'GET /v1/operator/catalog': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['OperatorCatalog']
  }
  'POST /v1/operator/catalog/check': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['CheckCatalogRequest']
    readonly answer: Schemas['CheckCatalogResponse']
  }
  'POST /v1/operator/catalog/reload': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['ReloadCatalogRequest']
    readonly answer: Schemas['ReloadCatalogResponse']
  }
  'GET /v1/health': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Readonly<Record<string, string>>
  }
  'GET /v1/health/db': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Readonly<Record<string, string>>
  }
  'POST /v1/console/session': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['LoginRequest']
    readonly answer: Schemas['ConsoleSession']
  }
  'DELETE /v1/console/session': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: null
  }
  'POST /v1/console/session/google': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthLoginRequest']
    readonly answer: Schemas['ConsoleSession']
  }
  'POST /v1/console/session/yandex': {
    readonly path: None
    readonly query: None
    readonly body: Schemas['OAuthAccessTokenRequest']
    readonly answer: Schemas['ConsoleSession']
  }
  'POST /v1/console/session/refresh': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Schemas['ConsoleSession']
  }
  'GET /v1/openapi.json': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Readonly<Record<string, unknown>>
  }
  'GET /docs': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Blob
  }
  'GET /docs/{page}': {
    readonly path: { readonly page: string }
    readonly query: None
    readonly body: None
    readonly answer: Blob
  }
  'GET /llms.txt': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Blob
  }
  'GET /': {
    readonly path: None
    readonly query: None
    readonly body: None
    readonly answer: Blob
  }
}
