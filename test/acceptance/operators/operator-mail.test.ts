import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { startMailServer } from '../../support/servers/mail-server.ts'
import type { TestMailServer } from '../../support/servers/mail-server.ts'

interface SeenMail {
  readonly id: string
  readonly state: string
  readonly account_id: string | null
  readonly last_error: string | null
  readonly attempts: number
}

describe('mail messages, as operators see them', () => {
  let world: GatewayWorld
  let url: string
  let operator: Operator
  let mailServer: TestMailServer
  /** What the mail server says to a message; null: it takes it. */
  let refusal: readonly [number, string] | null = null

  before(async () => {
    world = await openWorld()
    const first = await world.serve()
    operator = await makeOperator(world, first.url)
    await first.stop()
    mailServer = await startMailServer({ onMessage: () => refusal })
    const settings = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'no-reply@example.org' }
    url = (await world.serve({ ...settings, PORT: String(new URL(first.url).port) })).url
  })
  after(async () => {
    await world.remove()
    await mailServer.close()
  })

  const listed = async (query: string): Promise<readonly SeenMail[]> => {
    const response = await operator.ask(`/mail${query}`)
    const text = await response.text()
    expect(response.status, text).to.equal(200)
    return (JSON.parse(text) as { readonly data: readonly SeenMail[] }).data
  }
  /** The message that a registration causes, once it was tried. */
  const mailTo = async (email: string): Promise<SeenMail> => {
    const body = JSON.stringify({ email, password: 'seven blue boats at sea' })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${url}/v1/auth/register`, { method: 'POST', headers, body })).status).to.equal(201)
    const account = await operator.idOf(email)
    let found: SeenMail | undefined
    await eventually(async () => {
      found = (await listed(`?account=${account}`))[0]
      return found !== undefined && (found.last_error !== null || found.state !== 'waiting')
    }, 50)
    if (found === undefined) throw new Error('there is no message')
    return found
  }
  const change = async ({ id }: SeenMail, verb: string): Promise<number> =>
    (await operator.ask(`/mail/${id}/${verb}`, { reason: 'the server is back' })).status

  it('are listed with their last failure, without a link and without the address', async () => {
    const email = `anna-${randomUUID().slice(0, 8)}@example.org`
    refusal = [451, `later, ${email}: https://console.example.org/verify-email?token=${'x'.repeat(43)} is new to us`]
    const mail = await mailTo(email)
    expect(mail).to.deep.include({
      kind: 'verify_email',
      recipient: 'a…@example.org',
      account_id: await operator.idOf(email),
      state: 'waiting',
      outcome: null,
      ended_at: null,
    })
    expect(mail.last_error).to.include('later, a…@example.org: … is new to us')
    expect((await listed('?state=waiting')).map(({ id }) => id)).to.deep.equal([mail.id])
  })

  it('are sent when they are tried again, with a link that works, and are listed as sent', async () => {
    const [mail] = await listed('?state=waiting')
    if (mail === undefined) throw new Error('no message waits')
    refusal = null
    await eventually(async () => (await change(mail, 'retry')) === 204, 50)
    await eventually(async () => (await listed('?state=sent')).some(({ id }) => id === mail.id), 50)
    expect(await listed('?state=waiting')).to.deep.equal([])
    const token = /token=([\w-]{43})/.exec(mailServer.received.at(-1)?.text ?? '')?.[1]
    const verified = await fetch(`${url}/v1/auth/verify-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'seven blue boats at sea' }),
    })
    expect(verified.status).to.equal(200)
    expect(await change(mail, 'retry')).to.equal(409)
    expect(await change(mail, 'give-up')).to.equal(409)
    expect(JSON.stringify(await (await operator.ask('/actions?limit=100')).json())).to.not.include(token)
  })

  it('are given up, and tried once more after it; each is recorded with its account', async () => {
    refusal = [451, 'later']
    const mail = await mailTo(`boris-${randomUUID()}@example.org`)
    await eventually(async () => (await change(mail, 'give-up')) === 204, 50)
    expect((await listed('?state=failed')).map(({ id }) => id)).to.deep.equal([mail.id])
    refusal = [550, 'no such mailbox']
    expect(await change(mail, 'retry')).to.equal(204)
    await eventually(async () => (await listed('?state=failed')).some(({ id }) => id === mail.id), 50)
    const actions = await operator.ask(`/actions?subject=${mail.account_id ?? ''}`)
    const { data } = (await actions.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] }
    expect(data.map(({ command, reason, operator: who }) => [command, reason, who])).to.deep.equal([
      ['mail retry', 'the server is back', operator.email],
      ['mail give-up', 'the server is back', operator.email],
    ])
  })

  it('are paged through, and an unknown one is not found', async () => {
    const all = await listed('')
    const first = (await (await operator.ask('/mail?limit=1')).json()) as { readonly next_cursor: string }
    expect((await listed(`?limit=1&cursor=${first.next_cursor}`))[0]?.id).to.equal(all[1]?.id)
    expect((await operator.ask(`/mail?cursor=x`)).status).to.equal(400)
    expect((await operator.ask(`/mail?state=lost`)).status).to.equal(422)
    expect((await operator.ask(`/mail/${randomUUID()}/retry`, {})).status).to.equal(404)
  })
})
