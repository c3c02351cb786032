import { expect } from 'chai'
import type { Left } from 'fp-ts/lib/Either.js'
import type { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import type { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'

type Description = Parameters<typeof endpoint<typeof openAiSurface, 'api_key', 'video_not_found'>>[0]

type Returned = Awaited<ReturnType<Description['handle']>>

type FailureTag = Extract<Returned, Left<unknown>>['left']['tag']

type Includes<Union, Member> = Member extends Union ? true : false

/** What the compiler says is asserted by the types of these records: another value in them does not compile. */
describe('the description of an endpoint', () => {
  it('lets it return the failures that it lists, and those that are listed for it', () => {
    const may: {
      readonly [Tag in 'video_not_found' | 'invalid_api_key' | 'validation_error']: Includes<FailureTag, Tag>
    } = { video_not_found: true, invalid_api_key: true, validation_error: true }
    expect(Object.values(may)).to.not.include(false)
  })

  it('lets it return no failure that it does not list', () => {
    const may: { readonly [Tag in 'video_not_ready' | 'not_found' | 'email_taken']: Includes<FailureTag, Tag> } = {
      video_not_ready: false,
      not_found: false,
      email_taken: false,
    }
    expect(Object.values(may)).to.not.include(true)
  })

  it('names an authentication and a group that its surface has', () => {
    const openAi: Description['group'] = 'Gateway'
    const knows: {
      readonly session: Includes<keyof (typeof openAiSurface)['auth'], 'session'>
      readonly Billing: Includes<Description['group'], 'Billing'>
      readonly account: Includes<keyof (typeof accountSurface)['auth'], 'session'>
    } = { session: false, Billing: false, account: true }
    expect([openAi, knows.account]).to.deep.equal(['Gateway', true])
  })
})
