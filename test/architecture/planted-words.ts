import type { RuleProof } from './planted-violations.ts'
import { exportsAreImported } from './rules/reachability.ts'
import { wordsArePlain } from './rules/words.ts'
import { quotedConstantsExist, quotedFilesExist } from './rules/references.ts'

/** Rules about what names, comments and documents say. */
export const LANGUAGE_PROOFS: readonly RuleProof[] = [
  {
    title: 'a retired word stands nowhere',
    rule: wordsArePlain,
    breaks: {
      'in a name': { 'src/a.ts': 'export const filmJob = 1' },
      'in the name of a constant': { 'src/a.ts': 'export const MAX_FILMS = 1' },
      'in the name of a property': { 'src/a.ts': 'export const a = { toldAt: 1 }' },
      'in a comment': { 'src/a.ts': '/** Nobody waits. */\nexport const x = 1' },
      'on the second line of a comment': { 'src/a.ts': '/**\n * Answers\n * whoever asks.\n */\nexport const x = 1' },
      'in a sentence of a string': { 'src/a.ts': "export const message = 'The vendor is down.'" },
      'in a tag': { 'src/a.ts': "export const tag = 'told'" },
      'in a template': { 'src/a.ts': 'export const message = (id: string) => `${id} is somebody else`' },
      'in a test title': { 'test/a.test.ts': "it('forgets the key', () => {})" },
      'in a document': { 'docs/plan.md': 'The errand ends.' },
      'in a comment of the catalogue': { 'catalog.yaml': '# dearer models' },
      'in the name of a file': { 'src/domain/film-job.ts': '' },
      'an allowed phrase in another file': { 'src/a.ts': "// 'a remembered row has changed'" },
    },
    keeps: {
      'src/a.ts': "// Letters of any script; the drawer and the filmstrip.\nexport const id = 'vendor/model is an id'",
      'test/b.test.ts': "export const slug = 'film'",
      'migrations/0002-ledger.ts': "export const sql = `raise exception 'a remembered row has changed'`",
      'docs/glossary.md': 'film is retired: say video',
    },
  },
  {
    title: 'a file that a comment or a document names exists',
    rule: quotedFilesExist,
    breaks: {
      'a comment that outlived its file': {
        'src/a.ts': '/** Bounded before parsing, see `nesting.ts`. */\nexport const x = 1',
      },
      'a folder that moved': {
        'src/a.ts': '// src/b/decimal.ts rounds',
        'src/money/decimal.ts': '',
      },
      'a document': { 'docs/plan.md': 'Start at `src/main.ts`.' },
      'a comment in the catalogue': { 'catalog.yaml': '# checked by catalog-codec.ts' },
    },
    keeps: {
      'src/money/decimal.ts': "// see other.ts, money/other.ts and `ipaddr.js`\nexport const x = 'none.ts'",
      'src/money/other.ts': '// {name}.ts, *.test.ts and `.ts` name no file',
      'README.md': 'See [the rules](src/money/decimal.ts).',
      'package.json': '{"dependencies":{"ipaddr.js":"2"}}',
    },
  },
  {
    title: 'a constant that a comment or a document names is declared',
    rule: quotedConstantsExist,
    breaks: {
      'a renamed constant': { 'src/a.ts': '/** At most MAX_BYTES. */\nexport const MAX_LENGTH_BYTES = 1' },
      'a variable that no code reads': { 'README.md': 'Set `PUBLIC_URL` first.' },
    },
    keeps: {
      'src/a.ts': "// MAX_BYTES and DATABASE_URL\nexport const MAX_BYTES = 1\nexport const name = 'DATABASE_URL'",
      'README.md': 'PUBLIC_URL is in the example, USER_ID is set here:\nexport USER_ID=1',
      '.env.example': '#PUBLIC_URL=http://127.0.0.1:8080',
    },
  },
  {
    title: 'an export is imported by another file',
    rule: exportsAreImported,
    breaks: {
      'a value that only its own file uses': {
        'src/a.ts': 'export const limit = 1\nconst twice = limit * 2\nvoid twice',
      },
      'a type that no file reads': { 'src/a.ts': "import './b.ts'", 'src/b.ts': 'export interface Unread {}' },
      'a name that another file only mentions': {
        'src/a.ts': 'export const limit = 1',
        'src/b.ts': "import './a.ts'\nconst limit = 2\nvoid limit",
      },
    },
    keeps: {
      'src/a.ts': 'export const limit = 1\nexport interface Row {}\nexport const all = 1',
      'src/b.ts': "import { limit as most } from './a.ts'\nvoid most",
      'src/c.ts': "import * as a from './a.ts'\nvoid a.all",
      'test/a.test.ts': "import type { Row } from '../src/a.ts'\nconst row: Row = {}\nvoid row",
      'bench/tool.ts': 'export const unread = 1',
    },
  },
]
