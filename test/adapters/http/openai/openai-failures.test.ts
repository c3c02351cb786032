import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from 'chai'
import { openAiError } from '../../../../src/adapters/http/openai/openai-failures.ts'
import type { OpenAiFailure } from '../../../../src/adapters/http/openai/openai-failures.ts'
import { openAiStream } from '../../../../src/adapters/http/openai/stream-codec.ts'
import { REJECTION_CODES } from '../../../../src/domain/routing/upstream-failure.ts'
import { connectionRefusals } from '../../../support/documents/connection-refusals.ts'

describe('a refusal of the public gateway', () => {
  it('names the field of a wrong cursor, which is the same in every list', () => {
    expect(openAiError({ tag: 'invalid_cursor' })).to.include({ code: 'invalid_cursor', param: 'after' })
  })

  it('says how a key is sent and where the models are listed, to a caller who gets no further', () => {
    expect(openAiError({ tag: 'invalid_api_key' }).message).to.include('`Authorization: Bearer <key>`')
    expect(openAiError({ tag: 'model_not_found', model: 'gpt' }).message).to.include('`GET /v1/models`')
  })
})

/** Every failure, so that a new one does not compile until it stands here, and so in the guide. */
const FAILURES: Readonly<Record<OpenAiFailure['tag'], readonly object[]>> = {
  malformed_json: [{}],
  malformed_request: [{}],
  invalid_cursor: [{}],
  unsupported_capability: [{}],
  unsupported_parameter: [{}],
  unsafe_url: [{}],
  url_not_fetchable: [{}],
  invalid_image: [{}],
  invalid_audio: [{}],
  conflicting_durations: [{}],
  conflicting_token_limits: [{}],
  rejected_by_upstream: REJECTION_CODES.map((code) => ({ code })),
  invalid_api_key: [{}],
  insufficient_balance: [{}],
  key_spend_limit_exceeded: [{}],
  top_up_required: [{}],
  balance_held: [{}],
  model_not_found: [{}],
  video_not_found: [{}],
  previous_response_not_found: [{}],
  video_not_ready: [{}],
  not_found: [{}],
  method_not_allowed: [{ isUpgrade: false }, { isUpgrade: true }],
  payload_too_large: [{}],
  unsupported_media_type: [{}],
  idempotency_in_progress: [{}],
  idempotency_mismatch: [{}],
  validation_error: [{}],
  rate_limit_exceeded: [{}],
  internal_error: [{}],
  upstream_error: [{}],
  upstream_unavailable: [{}],
  upstream_timeout: [{}],
  upstream_rate_limited: [{}],
  upstream_refused_content: [{}],
  overloaded: [{}],
  ledger_unavailable: [{}],
  shutting_down: [{}],
}

/** Every field that a row reads. */
const SAMPLE = {
  message: 'A sentence.',
  param: 'field',
  model: 'vendor/model',
  id: 'resp_1',
  allowed: ['GET'],
  suggestion: null,
  mayHaveWorked: true,
  retryAfterSeconds: 1,
  periodEndsAtMs: null,
  shortage: { neededMicro: 3n, heldMicro: 2n, availableMicro: 1n, isOfKey: false },
  problems: [{ place: 'body', path: ['field'], message: 'must be a string', type: 'invalid' }],
}

/** The codes of a failure table, each behind its status. */
const ofTable = Object.entries(FAILURES).flatMap(([tag, forms]) =>
  forms.map((form) => {
    const { status, code } = openAiError({ ...SAMPLE, ...form, tag } as never)
    return `${status} ${code}`
  }),
)

/** What is answered where no request came about. */
const ofConnection = connectionRefusals().map(
  (written) => `${/^HTTP\/1\.1 (\d+)/.exec(written)?.[1]} ${/"code":"(\w+)"/.exec(written)?.[1]}`,
)

describe('the guide to errors', () => {
  for (const file of ['errors.md', 'errors.ru.md']) {
    it(`has every code of the public gateway behind its status, in ${file}`, async () => {
      const guide = await readFile(resolve(import.meta.dirname, '../../../../docs/guides', file), 'utf8')
      const rows = guide.split('\n').flatMap((line) => {
        const [, statuses = '', codes = ''] = line.split('|')
        const names = [...codes.matchAll(/`(\w+)`/g)].map(([, name]) => name)
        return statuses.split(',').flatMap((status) => names.map((name) => `${status.trim()} ${name}`))
      })
      expect([...ofTable, ...ofConnection].filter((each) => !rows.includes(each))).to.deep.equal([])
      const left = /"code":"(\w+)"/.exec(openAiStream.disconnected())?.[1]
      expect(rows.filter((row) => row.endsWith(` ${left}`))).to.have.lengthOf(1)
    })
  }
})
