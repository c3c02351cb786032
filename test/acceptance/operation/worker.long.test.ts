import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { sql } from 'kysely'
import { makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { startWorker } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

type Worker = Awaited<ReturnType<typeof startWorker>>

describe('workers beside a server that leaves the standing work to them', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer
  const workers: Worker[] = []

  const start = async (): Promise<Worker> => {
    const worker = await startWorker({ ...world.environment, WORKER: 'off' })
    workers.push(worker)
    return worker
  }
  /** The recipients of sent mail, one entry for each message. */
  const addressees = async (): Promise<readonly string[]> => {
    const directory = join(world.environment['DATA_DIR'] ?? '', 'mail')
    const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'))
    const mails = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
    return mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? '').toSorted()
  }
  const bearer = () => ({ authorization: `Bearer ${customer.accessToken}` })
  const order = async (): Promise<string> => {
    const ordered = await fetch(`${gateway.url}/v1/me/video-generations`, {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ task: 'sandbox-video', prompt: 'a red boat' }),
    })
    return ((await ordered.json()) as { id: string }).id
  }
  const heldTokens = async (): Promise<unknown> => {
    const wallet = await fetch(`${gateway.url}/v1/me/wallets/TOKEN`, { headers: bearer() })
    return ((await wallet.json()) as { held: string }).held
  }
  const age = async (id: string): Promise<void> => {
    const rows = sql`update video_jobs set created_at = created_at - interval '1 day' where id = ${id}`
    if (world.database === null) throw new Error('its rows cannot be reached')
    await rows.execute(world.database.db)
  }

  before(async () => {
    world = await WORLDS.PostgreSQL()
    gateway = await world.start({ WORKER: 'off', SIGNUP_BONUS_TOKEN: '100' })
    customer = await makeCustomer(gateway.url, '0')
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
    await world.remove()
  })

  it('send each mail message once, however many they are, and none is sent without them', async () => {
    const others = await Promise.all(Array.from({ length: 19 }, () => makeCustomer(gateway.url, '0')))
    // Registration sends a verification mail, and a first key sends a notice.
    const mailsOf = (...people: readonly Customer[]) => people.flatMap(({ email }) => [email, email])
    const emails = mailsOf(customer, ...others)
    expect(await addressees()).to.deep.equal([])
    await Promise.all([start(), start()])
    await eventually(async () => (await addressees()).length >= emails.length, 200)
    // Another round of both.
    const late = await makeCustomer(gateway.url, '0')
    const all = [...emails, ...mailsOf(late)].toSorted()
    await eventually(async () => (await addressees()).length >= all.length, 200)
    expect(await addressees()).to.deep.equal(all)
  })

  it('give up a video that no client polled for a day, once, and leave a clean ledger', async () => {
    const id = await order()
    expect(await heldTokens()).to.equal('20')
    await age(id)
    await eventually(async () => (await heldTokens()) === '0', 200)
    const response = await fetch(`${gateway.url}/v1/me/video-generations/${id}`, { headers: bearer() })
    expect(await response.json()).to.have.nested.property('error.code', 'video_expired')
    expect(workers.some((worker) => worker.output().includes('a run of a loop failed'))).to.equal(false)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })

  it('stop at a signal, and go on without one that was killed', async () => {
    const [first, second] = workers
    expect(await first?.end('SIGTERM')).to.equal(0)
    await second?.end('SIGKILL')
    await start()
    const id = await order()
    await age(id)
    await eventually(async () => (await heldTokens()) === '0', 200)
  })
})
