import { expect } from 'chai'
import fc from 'fast-check'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { TokenPair } from '../../src/application/accounts/sessions/open-session.ts'
import type { IdentityProvider, IdentityProviders } from '../../src/application/ports/accounts/identity-provider.ts'
import { parseEmail } from '../../src/domain/identity/email-address.ts'
import type { SessionPrincipal } from '../../src/domain/identity/principal.ts'
import type { SocialIdentity } from '../../src/domain/identity/social-identity.ts'
import { good, identityStack, memoryGround } from '../support/accounts/identity-stack.ts'
import type { IdentityGround, IdentityStack } from '../support/accounts/identity-stack.ts'
import { linkOf, sendAll } from '../support/accounts/mailed-token.ts'

const VICTIM = 'victim@example.org'
const ATTACKER_PASSWORD = 'five small grey cats'
const OWNER_PASSWORD = 'six large white dogs'

const person = (
  provider: SocialIdentity['provider'],
  subject: string,
  address: string,
  emailVouched: boolean,
): SocialIdentity => ({
  provider,
  subject,
  email: good(parseEmail(address)),
  emailVouched,
  displayName: null,
  singleUse: null,
})

/** Whom the providers know, by the token that stands for them. */
const PEOPLE: Readonly<Record<string, SocialIdentity>> = {
  owner: person('google', 'owner', VICTIM, true),
  attackersGoogle: person('google', 'attacker', 'mallory@example.org', true),
  attackersYandex: person('yandex', 'attacker', VICTIM, false),
}

const provider: IdentityProvider = {
  identify: async ({ token }) => {
    const known = PEOPLE[token]
    return known === undefined ? left({ tag: 'invalid_identity_token' }) : right(known)
  },
}
const providers: IdentityProviders = { google: provider, yandex: provider }

interface World {
  readonly ground: IdentityGround
  readonly stack: IdentityStack
  /** Everything the attacker ever got hold of. */
  readonly stolen: { readonly pairs: TokenPair[]; readonly keys: string[] }
  /** The token that a verification gave the owner to set a password with. */
  resetToken: string
  /** Whether the owner has come in, by a proof of the mailbox. */
  hasEntered: boolean
}

const openWorld = async (): Promise<World> => {
  const ground = await memoryGround()
  const stack = identityStack(ground, { RUB: 0n, TOKEN: 0n }, providers)
  return { ground, stack, stolen: { pairs: [], keys: [] }, resetToken: '', hasEntered: false }
}

type Act = (world: World) => Promise<void>

const register =
  (password: string): Act =>
  async ({ stack }) =>
    void (await stack.register({ email: good(parseEmail(VICTIM)), password, displayName: null, locale: 'en' }))

const signIn = ({ stack }: World, token: string) => {
  const name = PEOPLE[token]?.provider ?? 'google'
  return stack.signInWithProvider({ provider: name, token: { token, nonce: null } })
}

const attackersSession = async ({ stack, stolen }: World): Promise<SessionPrincipal | null> => {
  const pair = stolen.pairs.at(-1)
  const caller = pair === undefined ? null : await stack.authenticateSession(pair.accessToken)
  return caller !== null && isRight(caller) ? caller.right : null
}

/** The token of the last message of a kind; empty where none came. */
const mailed = async ({ ground, stack }: World, kind: 'verify_email' | 'reset_password'): Promise<string> => {
  await sendAll(stack)
  const link = linkOf(ground.mailer.messages.findLast((message) => message.kind === kind && message.to === VICTIM))
  return link === '' ? '' : (new URL(link).searchParams.get('token') ?? '')
}

const keep = (world: World, pair: Awaited<ReturnType<IdentityStack['logIn' | 'signInWithProvider']>>): void => {
  if (isRight(pair)) world.stolen.pairs.push(pair.right)
}

const ATTACKER: Readonly<Record<string, Act>> = {
  'attacker registers': register(ATTACKER_PASSWORD),
  'attacker logs in': async (world) =>
    keep(world, await world.stack.logIn({ email: VICTIM, password: ATTACKER_PASSWORD })),
  'attacker enters through an unvouched address': async (world) => keep(world, await signIn(world, 'attackersYandex')),
  'attacker links an identity': async (world) => {
    const caller = await attackersSession(world)
    const token = { token: 'attackersGoogle', nonce: null }
    if (caller !== null) await world.stack.linkIdentity({ caller, provider: 'google', token, locale: 'en' })
  },
  'attacker makes a key': async (world) => {
    const caller = await attackersSession(world)
    if (caller === null) return
    const fields = { name: 'k', expiresAt: null, limits: {}, ...caller }
    const made = await world.stack.createApiKey(fields)
    if (isRight(made)) world.stolen.keys.push(made.right.key)
  },
  'attacker has a verification sent': async (world) => {
    const caller = await attackersSession(world)
    if (caller !== null) await world.stack.resendVerification(caller.userId, 'en')
  },
}

const OWNER: Readonly<Record<string, Act>> = {
  'owner registers': register(OWNER_PASSWORD),
  'owner follows the link': async (world) => {
    const verified = await world.stack.verify(await mailed(world, 'verify_email'))
    if (isRight(verified)) world.resetToken = verified.right.resetToken ?? ''
  },
  'owner verifies with a password': async (world) => {
    const token = await mailed(world, 'verify_email')
    const verified = await world.stack.verify(token, { password: OWNER_PASSWORD })
    if (isRight(verified)) world.resetToken = verified.right.resetToken ?? ''
    const pair = await world.stack.logIn({ email: VICTIM, password: OWNER_PASSWORD })
    world.hasEntered ||= isRight(verified) && isRight(pair)
  },
  'owner sets a password after the link': async (world) => {
    const reset = await world.stack.resetPassword({ token: world.resetToken, newPassword: OWNER_PASSWORD })
    world.hasEntered ||= isRight(reset)
  },
  'owner enters through Google': async (world) => {
    world.hasEntered ||= isRight(await signIn(world, 'owner'))
  },
  'owner resets by mail': async (world) => {
    await world.stack.requestPasswordReset(good(parseEmail(VICTIM)), 'en')
    const token = await mailed(world, 'reset_password')
    world.hasEntered ||= isRight(await world.stack.resetPassword({ token, newPassword: OWNER_PASSWORD }))
  },
}

const ACTS: Readonly<Record<string, Act>> = { ...ATTACKER, ...OWNER }
/** Nothing can happen to an account before one of these. */
const OPENINGS = ['attacker registers', 'attacker enters through an unvouched address', 'owner registers']

/** What of the attacker's opens the victim's account. */
const waysIn = async (world: World): Promise<readonly string[]> => {
  const { ground, stack, stolen } = world
  const victim = await ground.stores.users.findByEmail(VICTIM)
  const ways: string[] = []
  for (const { accessToken, refreshToken } of stolen.pairs) {
    const session = await stack.authenticateSession(accessToken)
    if (isRight(session) && session.right.userId === victim?.id) ways.push('a session')
    if (isRight(await stack.refreshSession(refreshToken))) ways.push('a refresh token')
  }
  for (const key of stolen.keys) if (isRight(await stack.authenticateApiKey(key))) ways.push('a key')
  if (isRight(await stack.logIn({ email: VICTIM, password: ATTACKER_PASSWORD }))) ways.push('the password')
  for (const token of ['attackersGoogle', 'attackersYandex']) {
    const pair = await signIn(world, token)
    if (!isRight(pair)) continue
    if (good(await stack.authenticateSession(pair.right.accessToken)).userId === victim?.id) ways.push(token)
  }
  return ways
}

/** Whether the owner came in; fails where the attacker still can then. */
const play = async (names: readonly string[]): Promise<boolean> => {
  const world = await openWorld()
  for (const name of names) {
    world.ground.clock.turn(1)
    await ACTS[name]?.(world)
  }
  if (world.hasEntered) expect(await waysIn(world), names.join(', ')).to.deep.equal([])
  return world.hasEntered
}

describe('an attacker who prepares an account on another person’s address', () => {
  it('has no way in once the owner has come in, in any order of three acts after the account was opened', async () => {
    const names = Object.keys(ACTS).filter((name) => name !== 'attacker has a verification sent')
    let entered = 0
    for (const opening of OPENINGS) {
      for (const first of names) {
        for (const second of names) {
          for (const third of names) if (await play([opening, first, second, third])) entered += 1
        }
      }
    }
    expect(entered).to.be.above(1_000)
  })

  it('has no way in once the owner has come in, in longer orders', async () => {
    const order = fc
      .tuple(
        fc.constantFrom(...OPENINGS),
        fc.array(fc.constantFrom(...Object.keys(ACTS)), { minLength: 4, maxLength: 9 }),
      )
      .map(([opening, acts]) => [opening, ...acts])
    await fc.assert(
      fc.asyncProperty(order, async (names) => void (await play(names))),
      { numRuns: 500 },
    )
  })

  it('has a way in as long as the owner has not come: the test looks where it should', async () => {
    const world = await openWorld()
    for (const name of [
      'attacker registers',
      'attacker logs in',
      'attacker links an identity',
      'attacker makes a key',
    ]) {
      await ACTS[name]?.(world)
    }
    expect(await waysIn(world)).to.deep.equal([
      'a session',
      'a refresh token',
      'a key',
      'the password',
      'attackersGoogle',
    ])
  })
})
