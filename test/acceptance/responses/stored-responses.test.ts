import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import OpenAI from 'openai'
import { sql } from 'kysely'
import { balanceAtRest, customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { QUICK_GIVE_BACK, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { runGatewayCommand } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { eventually } from '../../support/eventually.ts'

const masterKey = (): string => randomBytes(32).toString('base64')

/** The status and the error of what is refused. */
const refusal = async (work: PromiseLike<unknown>) => {
  const error = await Promise.resolve(work).then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof OpenAI.APIError)) throw new Error(`it was not refused: ${String(error)}`)
  return { status: error.status as number, code: error.code, param: error.param }
}

const NOT_FOUND = { status: 404, code: 'not_found', param: null }

describe('Stored responses', () => {
  const key = masterKey()
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer
  let client: OpenAI

  const clientOf = (apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  const open = async (environment: Readonly<Record<string, string>>): Promise<void> => {
    gateway = await world.start({ ...QUICK_GIVE_BACK, MASTER_KEY: key, ...environment })
    client = clientOf(customer.apiKey)
  }
  const db = (): TestDatabase['db'] => {
    if (world.database === null) throw new Error('its rows cannot be reached')
    return world.database.db
  }
  const rows = async (): Promise<number> => {
    const { count } = await db()
      .selectFrom('stored_responses')
      .select((each) => each.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const echo = (input: string, change: object = {}) =>
    client.responses.create({ model: 'sandbox/echo', input, ...change })
  const notFoundToContinue = { status: 400, code: 'previous_response_not_found', param: 'previous_response_id' }

  before(async () => {
    world = await WORLDS.PostgreSQL()
    gateway = await world.start({ ...QUICK_GIVE_BACK, MASTER_KEY: key })
    customer = await world.customer(gateway.url, '1000')
    client = clientOf(customer.apiKey)
  })
  after(() => world.remove())

  it('are read as they were answered, by every key of the account', async () => {
    const { _request_id, output_text, ...answer } = await echo('one two three')
    expect(answer).to.have.property('store', true)
    expect([typeof _request_id, output_text]).to.deep.equal(['string', 'one two three'])
    const made = await fetch(`${gateway.url}/v1/me/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'another' }),
    })
    const { key: other } = (await made.json()) as { key: string }
    for (const apiKey of [customer.apiKey, other]) {
      const { _request_id: id, output_text: text, ...read } = await clientOf(apiKey).responses.retrieve(answer.id)
      expect([typeof id, text]).to.deep.equal(['string', 'one two three'])
      expect(read).to.deep.equal(answer)
    }
  })

  it('are continued by another model, which sees the whole conversation', async () => {
    const first = await client.responses.create({
      model: 'sandbox/echo',
      input: 'a long question about the weather in every town',
      instructions: 'be brief',
    })
    const second = await client.responses.create({
      model: 'sandbox/no-usage',
      input: [{ role: 'user', content: 'and tomorrow?' }],
      previous_response_id: first.id,
    })
    const alone = await client.responses.create({ model: 'sandbox/no-usage', input: 'and tomorrow?' })
    expect(second.previous_response_id).to.equal(first.id)
    expect(second.instructions).to.equal(null)
    expect(second.output_text).to.equal('and tomorrow?')
    expect(second.usage?.input_tokens).to.be.above(Number(alone.usage?.input_tokens) + 10)

    const shown = []
    for await (const item of client.responses.inputItems.list(second.id, { limit: 1, order: 'asc' })) shown.push(item)
    const texts = shown.map((item) => ('content' in item ? (item.content as { text: string }[])[0]?.text : null))
    const question = 'a long question about the weather in every town'
    expect(texts).to.deep.equal([question, question, 'and tomorrow?'])
    const newest = await client.responses.inputItems.list(second.id, { limit: 1 })
    expect(newest.data.map(({ id }) => id)).to.deep.equal([shown.at(-1)?.id])
  })

  it('carry a tool call to its output', async () => {
    const tools = [{ type: 'function' as const, name: 'look', parameters: { type: 'object' }, strict: false }]
    const asked = await client.responses.create({ model: 'sandbox/tools', input: 'look around', tools })
    const call = asked.output.find((item) => item.type === 'function_call')
    if (call === undefined) throw new Error('no tool was called')
    const output = { type: 'function_call_output' as const, call_id: call.call_id, output: 'a red door' }
    const answered = await client.responses.create({
      model: 'sandbox/tools',
      input: [output],
      previous_response_id: asked.id,
      tools,
    })
    expect(answered.output_text).to.contain('a red door')
    const unmatched = { ...output, call_id: 'call_of_none' }
    const refused = client.responses.create({
      model: 'sandbox/tools',
      input: [unmatched],
      previous_response_id: asked.id,
    })
    expect(await refusal(refused)).to.include({ status: 400, param: 'input.0.call_id' })
  })

  it('say by name what a client asks to see of them that they were answered without', async () => {
    const { id } = await echo('a b c')
    const names = ['message.output_text.logprobs', 'file_search_call.results', 'reasoning.encrypted_content'] as const
    const read = await client.responses.retrieve(id, { include: [...names] }).withResponse()
    const ignored = 'include.message.output_text.logprobs, include.file_search_call.results'
    expect(read.response.headers.get('x-gateway-ignored')).to.equal(ignored)
    const plain = await client.responses.retrieve(id).withResponse()
    expect(plain.response.headers.get('x-gateway-ignored')).to.equal(null)
    const items = await client.responses.inputItems.list(id, { include: [names[1]] }).withResponse()
    expect(items.response.headers.get('x-gateway-ignored')).to.equal('include.file_search_call.results')
  })

  it('can be read as soon as a stream has shown its end', async () => {
    const stream = await client.responses.create({ model: 'sandbox/echo', input: 'a b c', stream: true })
    for await (const event of stream) {
      if (event.type !== 'response.completed') continue
      expect(event.response).to.have.property('store', true)
      const read = await client.responses.retrieve(event.response.id)
      expect(read.output_text).to.equal('a b c')
    }
  })

  it('are not continued where they are unknown, and nothing is held or charged', async () => {
    const before = await balanceAtRest(customer)
    for (const id of [`resp_${randomUUID()}`, 'resp_1', 'x']) {
      expect(await refusal(echo('again', { previous_response_id: id }))).to.deep.equal(notFoundToContinue)
    }
    expect(await balanceAtRest(customer)).to.deep.equal(before)
  })

  it('are unknown to another account', async () => {
    const { id } = await echo('mine')
    const other = await world.customer(gateway.url, '10')
    const theirs = clientOf(other.apiKey)
    expect(await refusal(theirs.responses.retrieve(id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(theirs.responses.inputItems.list(id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(theirs.responses.delete(id))).to.deep.equal(NOT_FOUND)
    const continued = theirs.responses.create({ model: 'sandbox/echo', input: 'x', previous_response_id: id })
    expect(await refusal(continued)).to.deep.equal(notFoundToContinue)
    expect((await client.responses.retrieve(id)).id).to.equal(id)
  })

  it('are gone once deleted, and a later one still knows its conversation', async () => {
    const first = await echo('a long question about the weather in every town')
    const second = await echo('and tomorrow?', { previous_response_id: first.id })
    await client.responses.delete(first.id)
    expect(await refusal(client.responses.retrieve(first.id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(client.responses.delete(first.id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(echo('again', { previous_response_id: first.id }))).to.deep.equal(notFoundToContinue)
    const third = await echo('and then?', { previous_response_id: second.id })
    expect(third.usage?.input_tokens).to.be.above(Number(second.usage?.input_tokens))
  })

  it('are not stored where the request does not want it', async () => {
    const before = await rows()
    const { id, ...answer } = await echo('secret', { store: false })
    expect(answer).to.have.property('store', false)
    expect(await rows()).to.equal(before)
    expect(await refusal(client.responses.retrieve(id))).to.deep.equal(NOT_FOUND)
  })

  it('are not stored again when an answer is replayed', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const ask = () => client.responses.create({ model: 'sandbox/echo', input: 'once' }, { headers })
    const { id } = await ask()
    await client.responses.delete(id)
    const before = await rows()
    // The record is written behind the answer; until then the key counts as running.
    let replayed = ''
    await eventually(async () => {
      replayed = await ask().then(
        (answer) => answer.id,
        () => '',
      )
      return replayed !== ''
    })
    expect(replayed).to.equal(id)
    expect(await rows()).to.equal(before)
    expect(await refusal(client.responses.retrieve(id))).to.deep.equal(NOT_FOUND)
  })

  it('are not stored by halves where the client left, or where the answer failed', async () => {
    const before = await rows()
    const input = 'many words, so that the client leaves before their end '.repeat(50)
    const stream = await client.responses.create({ model: 'sandbox/echo-slow', input, stream: true })
    for await (const event of stream) if (event.type === 'response.output_text.delta') break
    stream.controller.abort()
    await balanceAtRest(customer)
    const cut = await client.responses.create({ model: 'sandbox/cut', input: 'a b c d e f g h', stream: true })
    const types: string[] = []
    for await (const event of cut) types.push(event.type)
    expect(types.at(-1)).to.equal('response.failed')
    expect(await rows()).to.equal(before)
  })

  it('show nothing of their contents in the database, and do not open once changed or moved', async () => {
    const [one, other] = [await echo('a blue whale'), await echo('a red fox')]
    const uuidOf = ({ id }: { readonly id: string }): string => id.replace('resp_', '')
    const found = await db().selectFrom('stored_responses').selectAll().where('id', '=', uuidOf(one)).execute()
    expect(Buffer.from(found[0]!.sealed).includes('whale')).to.equal(false)
    await sql`
      update stored_responses set sealed = (select sealed from stored_responses where id = ${uuidOf(other)})
       where id = ${uuidOf(one)}`.execute(db())
    for (const work of [client.responses.retrieve(one.id), echo('again', { previous_response_id: one.id })]) {
      expect(await refusal(work)).to.deep.equal({ status: 500, code: 'internal_error', param: null })
    }
    await client.responses.delete(one.id)
  })

  it('expire after the days that are configured', async () => {
    const { id } = await echo('for a month')
    const age = (days: number) =>
      sql`update stored_responses set created_at = now() - make_interval(days => ${days}) where id = ${id.replace('resp_', '')}`.execute(
        db(),
      )
    await age(29)
    expect((await client.responses.retrieve(id)).id).to.equal(id)
    await age(31)
    expect(await refusal(client.responses.retrieve(id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(echo('again', { previous_response_id: id }))).to.deep.equal(notFoundToContinue)
  })

  it('go with the account', async () => {
    const other = await world.customer(gateway.url, '10')
    const before = await rows()
    await clientOf(other.apiKey).responses.create({ model: 'sandbox/echo', input: 'x' })
    expect(await rows()).to.equal(before + 1)
    const closed = await fetch(`${gateway.url}/v1/me`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${other.accessToken}` },
    })
    expect(closed.status).to.equal(204)
    expect(await rows()).to.equal(before)
  })

  it('are not there, and cost nothing, when the process dies between the answer and its record', async () => {
    const [before, paid] = [await rows(), await customer.transactions()]
    const types: string[] = []
    await db()
      .transaction()
      .execute(async (transaction) => {
        await sql`lock table stored_responses in access exclusive mode`.execute(transaction)
        const stream = await client.responses.create({ model: 'sandbox/echo', input: 'a b c', stream: true })
        const read = (async () => {
          for await (const { type } of stream) types.push(type)
        })().catch(() => null)
        await eventually(async () => {
          // Asked outside the transaction, which sees the activity of one moment only.
          const waiting = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into stored_responses%'
          `.execute(db())
          return waiting.rows.length > 0
        })
        expect(types).to.include('response.output_text.delta')
        await gateway.end('SIGKILL')
        await read
        // The server would carry out the statement of a dead client once the lock is gone.
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
             and query like '%insert into stored_responses%'`.execute(db())
      })
    expect(types).not.to.include('response.completed')
    await open({})
    expect(await rows()).to.equal(before)
    expect(await customerAt(gateway.url, customer).transactions()).to.deep.equal(paid)
  })

  it('outlive a change of the master key; a start without their key is refused in one sentence', async () => {
    const newer = masterKey()
    const { id } = await echo('before the change')
    await gateway.end('SIGTERM')
    // The secrets are wrapped anew at a start, so only the responses are left under the old key.
    await open({ MASTER_KEY: `${newer},${key}` })
    expect((await client.responses.retrieve(id)).output_text).to.equal('before the change')
    await gateway.end('SIGTERM')
    const refused = await runGatewayCommand(['serve'], { ...world.environment, MASTER_KEY: newer })
    expect(refused.exit).to.equal(1)
    expect(refused.stderr.trim().split('\n')).to.have.length(1)
    expect(refused.stderr).to.contain('stored responses')
    await open({ MASTER_KEY: `${key},${newer}` })
  })

  it('are none with 0 days: answers say so, and those stored before are unknown', async () => {
    // Money of the earlier one may still be held for the process that was killed.
    customer = await world.customer(gateway.url, '1000')
    client = clientOf(customer.apiKey)
    const { id } = await echo('while it is kept')
    await gateway.end('SIGTERM')
    await open({ RESPONSES_RETENTION_DAYS: '0' })
    expect(await echo('x')).to.have.property('store', false)
    const { response } = await client.responses
      .create({ model: 'sandbox/echo', input: 'x', store: true })
      .withResponse()
    expect(response.headers.get('x-gateway-ignored')).to.contain('store')
    expect(await refusal(client.responses.retrieve(id))).to.deep.equal(NOT_FOUND)
    expect(await refusal(echo('again', { previous_response_id: id }))).to.deep.equal(notFoundToContinue)
    expect((await balanceAtRest(customerAt(gateway.url, customer))).held).to.equal('0.00')
  })
})
