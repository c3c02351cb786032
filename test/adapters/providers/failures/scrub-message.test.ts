import { expect } from 'chai'
import fc from 'fast-check'
import { keyScrubber, messageScrubber } from '../../../../src/adapters/providers/failures/scrub-message.ts'

const KEY = 'configured-Key.with/odd=letters'
const scrub = messageScrubber({
  keys: [KEY, 'sk-proj-0123456789abcdefABCDEF', 'tiny'],
  baseUrls: ['http://10.0.0.5:8000/v1', 'https://gateway.example.com/v1', 'http://vllm:8000/v1', ''],
})

/** Each holds something that is ours, in the words of a provider or a proxy, and what a caller may read of it. */
const TABLE: readonly (readonly [string, string])[] = [
  ['bad: header Authorization: Bearer sk-fake-openai is odd', 'bad: header Authorization: Bearer [redacted] is odd'],
  ['authorization: Basic dXNlcjpwYXNz, next', 'authorization: Basic [redacted], next'],
  [`key <${KEY}> is odd`, 'key <[redacted]> is odd'],
  ['bad -----BEGIN PRIVATE KEY-----MIIEvQ-----END PRIVATE KEY-----', 'bad [redacted]'],
  ['Incorrect API key provided: sk-pr*****wxyz.', 'Incorrect API key provided: [redacted]'],
  ['org org-Ab12Cd34Ef56 has no access, project proj_1a2B3c4D5e', 'org [redacted] has no access, project [redacted]'],
  ['Team: 5d5b8d06-9a0c-4d43-8f76-2a2a9c0f7f10.', 'Team: [redacted].'],
  ['query api_key=AbCdEf or x-api-key:AbCdEf', 'query api_key=[redacted] or x-api-key:[redacted]'],
  ['AIzaSyA0123456789abcdefghij is blocked', '[redacted] is blocked'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'token [redacted].[redacted].c2lnbmF0dXJl'],
  ['connect http://10.0.0.5:8000/v1/chat failed', 'connect [address] failed'],
  ['connect ECONNREFUSED 192.168.7.7:443', 'connect ECONNREFUSED [address]'],
  ['your address 203.0.113.9 or 2a02:6b8::1 is not allowed', 'your address [address] or [address] is not allowed'],
  ['lookup db.internal:5432: no such host', 'lookup [address] no such host'],
  ['POST https://gateway.example.com/v1/chat', 'POST [address]'],
  ['upstream vllm:8000 answered no', 'upstream [address] answered no'],
  ['write to ops@corp.example.com', 'write to [address]'],
  ['see https://platform.example.org/docs?token=abc#x', 'see https://platform.example.org/docs'],
  ['https://user:secret@example.org/', '[address]'],
  ['line\u0000one\nline two', 'line one line two'],
]

/** What people write stays as it is. */
const HARMLESS: readonly string[] = [
  "Invalid type for 'messages[0].content': expected one of an array of objects or string, but got an integer instead.",
  'The input token count (1234) exceeds the maximum number of tokens allowed (1048576).',
  'messages.3.tool_calls.0.function.arguments: not a JSON object (call_abc123def456)',
  'temperature: range 0..1, got 1.5; top_p 0.9',
  'Ответ не по схеме: поле «имя» обязательно.',
]

describe("a provider's sentence", () => {
  for (const [sentence, shown] of TABLE) {
    it(`${JSON.stringify(sentence.slice(0, 50))} loses what is ours`, () => {
      expect(scrub(sentence)).to.equal(shown)
    })
  }

  it('keeps what people write', () => {
    for (const sentence of HARMLESS) expect(scrub(sentence)).to.equal(sentence)
  })

  it('never holds a configured key, wherever it stands and wherever the sentence is cut', () => {
    const around = fc.string({ maxLength: 5_000 })
    fc.assert(
      fc.property(around, around, (before, after) => {
        const clean = scrub(`${before} ${KEY} ${after}`)
        expect(clean).not.to.include(KEY.slice(0, 12))
        expect(clean.length).to.be.at.most(1_000)
      }),
    )
    const long = scrub(`${'x'.repeat(3_985)} ${KEY}`)
    expect(long).not.to.include(KEY.slice(0, 6))
  })

  it('holds no part of a configured key that is longer than what is read of it', () => {
    const key = 'odd.'.repeat(1_200)
    const sentence = `the key ${key} is unknown`
    for (const make of [messageScrubber, keyScrubber])
      expect(make({ keys: [key], baseUrls: [] })(sentence)).to.equal('the key ')
  })

  it('is shown however long it is in a language that sets no spaces', () => {
    expect(scrub('错'.repeat(5_000))).to.equal('错'.repeat(1_000))
  })
})

describe('the words of a provider in the log', () => {
  const logged = keyScrubber({ keys: [KEY, 'tiny'] })

  it('are without keys, ours and others, and with the addresses that operators look for', () => {
    expect(logged(`bad key ${KEY} at http://10.0.0.5:8000/v1`)).to.equal(
      'bad key [redacted] at http://10.0.0.5:8000/v1',
    )
    expect(logged('AIzaSyD-odd_Key-0123456789abcdefghijk')).to.equal('[redacted]')
    expect(logged('connect ECONNREFUSED 127.0.0.1:8000, tiny')).to.equal('connect ECONNREFUSED 127.0.0.1:8000, tiny')
    expect(logged('-----BEGIN RSA PRIVATE KEY-----\nMIIE')).to.equal('[redacted]')
  })
})
