import { expect } from 'chai'
import type { Explainable, Kysely } from 'kysely'
import {
  countOfConversations,
  sliceOfConversations,
} from '../../../../src/adapters/persistence/conversations/conversations.ts'
import { galleryPage } from '../../../../src/adapters/persistence/conversations/gallery.ts'
import { filesOfExpiredVideos, referredAddresses } from '../../../../src/adapters/persistence/media/media-references.ts'
import { lastPlace, newestMessages } from '../../../../src/adapters/persistence/conversations/messages.ts'
import type { Database } from '../../../../src/adapters/persistence/schema/schema.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { DEEP, writeDeepHistory } from '../../../support/turns/deep-history.ts'
import type { DeepHistory } from '../../../support/turns/deep-history.ts'
import { explain } from '../../../support/ledger/explain.ts'
import type { PlanNode } from '../../../support/ledger/explain.ts'

const LIMIT = 50

/** `Limit: 50`, `Index Scan messages_pkey: 50`: what was done, and how many rows were read for it in all. */
const show = (step: PlanNode): string => {
  const rows = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
  const name = step['Index Name'] ?? step['Relation Name']
  return `${step['Node Type']}${name === undefined ? '' : ` ${name}`}: ${rows}`
}

describeOnDatabases(
  `among ${DEEP.messages.toLocaleString('en')} messages and ${DEEP.files.toLocaleString('en')} files`,
  (database) => {
    let deep: DeepHistory
    before(async () => {
      deep = await writeDeepHistory(database().url ?? '')
    })

    const stepsOf = async (query: (db: Kysely<Database>) => Explainable): Promise<readonly string[]> =>
      (await explain(query(database().db))).map(show)

    const page = (before: string | null) => (db: Kysely<Database>) =>
      newestMessages(db, { conversationId: deep.conversationId, before, limit: LIMIT })

    it('the newest page of one conversation is read in order, and no more than it shows', async () => {
      expect(await stepsOf(page(null))).to.deep.equal(['Limit: 50', 'Index Scan messages_in_order: 50'])
    })

    for (const [name, place] of [
      ['the middle', DEEP.deepMessages / 2],
      ['the oldest', LIMIT + 1],
    ] as const) {
      it(`a page of one conversation from ${name} is read like the newest, once its end is found`, async () => {
        expect(await stepsOf(page(deep.messageAt(place)))).to.deep.equal([
          'Limit: 50',
          'Index Scan messages_pkey: 1',
          'Index Scan messages_in_order: 50',
        ])
      })
    }

    it('the place of a new message is found at one end of the index', async () => {
      const steps = await stepsOf((db) => lastPlace(db, deep.conversationId))
      expect(steps).to.deep.equal(['Result: 1', 'Limit: 1', 'Index Only Scan messages_in_order: 1'])
    })

    for (const [kind, source, index] of [
      [null, null, 'media_assets_gallery'],
      ['image', null, 'media_assets_gallery_of_kind'],
      ['video', null, 'media_assets_gallery_of_kind'],
      [null, 'sent', 'media_assets_gallery_by_source'],
    ] as const) {
      for (const [name, before] of [
        ['the newest', null],
        ['the middle', BigInt(DEEP.files / 2)],
        ['near the oldest', BigInt(LIMIT * 41)],
      ] as const) {
        it(`a page of the gallery (${kind ?? 'everything'}, ${source ?? 'both sources'}) from ${name} is read in order, and no more than it shows`, async () => {
          const query = { userId: deep.userId, kind, source, before, limit: LIMIT }
          expect(await stepsOf((db) => galleryPage(db, query))).to.deep.equal([
            'Limit: 50',
            'Nested Loop: 50',
            'Nested Loop: 50',
            `Index Scan ${index}: 50`,
            'Index Scan messages_pkey: 50',
            'Index Scan messages_pkey: 50',
          ])
        })
      }
    }

    for (const [withArchived, index, total] of [
      [true, 'conversations_of_user', 10_001],
      [false, 'conversations_open', 8_572],
    ] as const) {
      const query = () => ({ userId: deep.userId, withArchived, limit: LIMIT, offset: 0 })

      it(`${total} conversations are counted on ${index} alone`, async () => {
        const steps = await stepsOf((db) => countOfConversations(db, query()))
        expect(steps).to.deep.equal(['Aggregate: 1', `Index Only Scan ${index}: ${total}`])
      })

      for (const from of ['newest', 'oldest'] as const) {
        it(`a page of ${total} conversations from the ${from} skips on ${index} alone and reads its own rows`, async () => {
          for (const offset of [0, 4_000]) {
            const steps = await stepsOf((db) => sliceOfConversations(db, query(), { from, offset, limit: LIMIT }))
            expect(steps).to.deep.equal([
              'Nested Loop: 50',
              'Limit: 50',
              `Index Only Scan ${index}: ${offset + LIMIT}`,
              'Index Scan conversations_pkey: 50',
            ])
          }
        })
      }
    }

    const scansOf = async (query: (db: Kysely<Database>) => Explainable): Promise<readonly string[]> =>
      (await stepsOf(query)).filter((step) => step.includes('Scan')).map((step) => step.replace(/: \d+$/, ''))

    it('what refers to a hundred stored files is found by their addresses', async () => {
      const addresses = Array.from({ length: 100 }, (_, file) => (file * 1_000).toString(16).padStart(64, '0'))
      expect(await scansOf((db) => referredAddresses(db, addresses, Date.now()))).to.deep.equal([
        'Index Scan media_assets_of_file',
        'Index Scan video_jobs_pkey',
        'Index Only Scan messages_pkey',
        'Index Only Scan media_assets_of_thumb',
        'Index Only Scan idempotency_records_of_file',
      ])
    })

    it('expired videos that still have a file are found without a look at those that have none', async () => {
      expect(await scansOf((db) => filesOfExpiredVideos(db, Date.now(), 1_000))).to.deep.equal([
        'Index Only Scan media_assets_of_films',
        'Index Scan video_jobs_pkey',
        'Index Only Scan messages_pkey',
      ])
    })
  },
  ['postgresql'],
)
