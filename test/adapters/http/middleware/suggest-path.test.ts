import { expect } from 'chai'
import fc from 'fast-check'
import { suggestPath } from '../../../../src/adapters/http/middleware/suggest-path.ts'

const PATTERNS = [
  '/v1/chat/completions',
  '/v1/models',
  '/v1/models/*id',
  '/v1/messages',
  '/v1/embeddings',
  '/v1/videos/:video_id/content',
  '/docs',
  '/docs/*page',
]

describe('an unknown address', () => {
  const cases: readonly (readonly [path: string, sentence: RegExp])[] = [
    ['/v1/assistants/asst_1', /^`\/v1\/assistants` is not offered; use `\/v1\/chat\/completions`/],
    ['/threads', /use `\/v1\/chat\/completions`/],
    ['/v1/rerank', /^`\/v1\/rerank` is not offered; see `\/docs`/],
    ['/v1/responses/resp_1/cancel', /^`\/v1\/responses\/\{id\}\/cancel` is not offered; see `\/docs`/],
    ['/responses/resp_1/cancel', /^`\/v1\/responses\/\{id\}\/cancel` is not offered/],
    ['/openai/deployments/gpt/chat/completions', /use `\/v1\/chat\/completions` and name the model/],
    ['/v1/chat/completion', /did you mean `\/v1\/chat\/completions`\?$/],
    ['/v1/chat/completoins', /did you mean `\/v1\/chat\/completions`\?$/],
    ['/v1/video/abc/content', /did you mean `\/v1\/videos\/\{video_id\}\/content`\?$/],
    ['/docs/', /did you mean `\/docs`\?$/],
    ['/doc', /did you mean `\/docs`\?$/],
  ]
  for (const [path, sentence] of cases) {
    it(`gets a suggestion for ${path}`, () => expect(suggestPath(path, PATTERNS)).to.match(sentence))
  }

  const WRONG_BASES: readonly (readonly [path: string, meant: string])[] = [
    ['/v1/chat/completions/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/models', '/v1/models'],
    ['/v1/embeddings/embeddings', '/v1/embeddings'],
    ['/v1/messages/v1/messages', '/v1/messages'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/v1/v1/models', '/v1/models'],
    ['//v1//models', '/v1/models'],
    ['/api/v1/chat/completions', '/v1/chat/completions'],
    ['/chat/completions', '/v1/chat/completions'],
    ['/embeddings', '/v1/embeddings'],
  ]
  for (const [path, meant] of WRONG_BASES) {
    it(`gets the base URL to set for ${path}`, () => {
      expect(suggestPath(path, PATTERNS)).to.equal(
        `There is nothing at this address; did you mean \`${meant}\`? ` +
          'The base URL of a client ends in `/v1`, or with the host where the client adds `/v1` itself.',
      )
    })
  }

  it('gets no suggestion where no address is similar', () => {
    for (const path of ['/favicon.ico', '/wp-login.php', '/', `/v1/${'a'.repeat(10_000)}`]) {
      expect(suggestPath(path, PATTERNS)).to.equal(null)
    }
  })

  it('gets the same suggestion as from an exhaustive comparison', () => {
    const distance = (one: string, other: string): number => {
      if (one === '' || other === '') return one.length + other.length
      const change = distance(one.slice(1), other.slice(1)) + (one[0] === other[0] ? 0 : 1)
      return Math.min(change, distance(one.slice(1), other) + 1, distance(one, other.slice(1)) + 1)
    }
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        const isNear = suggestPath(`/x/${one}`, [`/x/${other}`]) !== null
        expect(isNear).to.equal(distance(one, other) <= 3)
      }),
    )
  })

  it('gets an answer that repeats nothing of the request', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.constantFrom(...PATTERNS, '/v1/assistants/'), (tail, start) => {
        const known = ['/v1', '/v1/assistants', '/docs', ...PATTERNS.map((each) => each.replace(/[:*](\w+)/g, '{$1}'))]
        const quoted = [...(suggestPath(`${start}${tail}`, PATTERNS) ?? '').matchAll(/`([^`]*)`/g)].map(
          ([, each]) => each,
        )
        expect(known).to.include.members(quoted)
      }),
    )
  })
})
