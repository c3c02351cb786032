import type { RuleProof } from './planted-violations.ts'
import * as clientPages from './rules/documents/client-pages.ts'
import * as decisions from './rules/documents/decisions.ts'
import * as libraries from './rules/documents/libraries.ts'
import * as plan from './rules/documents/plan.ts'

const LIST = 'docs/adr/README.md'
const decision = { 'docs/adr/0001-first.md': '# 0001. First', [LIST]: '| [0001](0001-first.md) | First |' }
const LIBRARIES = 'docs/adr/0008-libraries-beyond-the-core.md'
const room = (name: string): string => `| \`${name}\` | what the room decides |`

const page = (words: string, code = 'run') => `# Tool\n${words}\n\`\`\`sh\n${code}\n\`\`\`\n`
const pages = {
  'docs/clients/tool.md': page('set it up'),
  'docs/clients/tool.ru.md': page('настройте'),
  'README.md': '[Tool](docs/clients/tool.md), [по-русски](docs/clients/tool.ru.md)',
}

export const DOCUMENT_PROOFS: readonly RuleProof[] = [
  {
    title: 'decisions are named, numbered and listed in one way',
    rule: decisions.decisionsHaveOneForm,
    breaks: {
      'a name without a number': { ...decision, 'docs/adr/second.md': '# 0002. Second' },
      'a heading of another form': {
        'docs/adr/0001-first.md': '# 0001 First',
        [LIST]: '| [0001](0001-first.md) | First |',
      },
      'a title that differs from the list': {
        'docs/adr/0001-first.md': '# 0001. Another',
        [LIST]: '| [0001](0001-first.md) | First |',
      },
      'a number that is used twice': {
        'docs/adr/0001-first.md': '# 0001. First',
        'docs/adr/0001-other.md': '# 0001. Other',
        [LIST]: '| [0001](0001-first.md) | First |\n| [0001](0001-other.md) | Other |',
      },
      'a row without a file': { ...decision, [LIST]: `${decision[LIST]}\n| [0002](0002-second.md) | Second |` },
      'a reference to no decision': { ...decision, 'README.md': 'see ADR 0009' },
    },
    keeps: { ...decision, 'README.md': 'see ADR 0001' },
  },
  {
    title: 'the decision on libraries names those that are declared',
    rule: libraries.librariesAreExplained,
    breaks: {
      'a library without a word': {
        'package.json': '{"dependencies": {"one": "1"}, "devDependencies": {"two": "1"}}',
        [LIBRARIES]: '| library | what it does here |\n|---|---|\n| one | counts |',
      },
      'a row for a library that is gone': {
        'package.json': '{"dependencies": {"one": "1"}}',
        [LIBRARIES]: '| one, gone | count |',
      },
    },
    keeps: {
      'package.json': '{"dependencies": {"one": "1", "@of/two": "1"}, "devDependencies": {"@types/one": "1"}}',
      [LIBRARIES]: 'The core is @of/two.\n\n| one | counts |',
    },
  },
  {
    title: 'docs/architecture.md names every folder of src',
    rule: plan.planNamesEveryFolder,
    breaks: {
      'a folder without a row': {
        'src/domain/ledger/a.ts': '',
        'docs/architecture.md': room('domain'),
      },
      'a row without a folder': {
        'src/domain/a.ts': '',
        'docs/architecture.md': `${room('domain')}\n${room('domain/ledger')}`,
      },
      'a row without a sentence': {
        'src/domain/a.ts': '',
        'docs/architecture.md': '| `domain` | |',
      },
      'a row for the folders of a folder without any': {
        'src/adapters/payments/a.ts': '',
        'docs/architecture.md': ['adapters', 'adapters/payments', 'adapters/payments/*'].map(room).join('\n'),
      },
      'a folder with two rows': {
        'src/domain/a.ts': '',
        'docs/architecture.md': `${room('domain')}\n${room('domain')}`,
      },
    },
    keeps: {
      'src/domain/ledger/a.ts': '',
      'src/domain/ledger/sums/a.ts': '',
      'test/support/a.ts': '',
      'docs/architecture.md': `${room('domain/ledger/*')}\n${room('domain')}\n${room('domain/ledger')}\nsee \`domain/other\``,
    },
  },
  {
    title: 'the diagram of docs/architecture.md names every room',
    rule: plan.diagramNamesEveryRoom,
    breaks: {
      'a room that is not in the diagram': {
        'src/domain/money/a.ts': '',
        'src/domain/ledger/a.ts': '',
        'docs/architecture.md': '```mermaid\nmoney["money"]\n```\nledger',
      },
    },
    keeps: {
      'src/domain/money/coins/a.ts': '',
      'src/infrastructure/config/a.ts': '',
      'docs/architecture.md': '```mermaid\nmoney["money"]\n```',
    },
  },
  {
    title: 'pages for clients exist in two languages with the same code, and README links them',
    rule: clientPages.clientPagesComeInPairs,
    breaks: {
      'a page in English alone': {
        'docs/clients/tool.md': page('set it up'),
        'README.md': '[Tool](docs/clients/tool.md)',
      },
      'a page in Russian alone': {
        'docs/clients/tool.ru.md': page('настройте'),
        'README.md': '[по-русски](docs/clients/tool.ru.md)',
      },
      'other code in the translation': { ...pages, 'docs/clients/tool.ru.md': page('настройте', 'walk') },
      'a page that README does not link': { ...pages, 'README.md': '[Tool](docs/clients/tool.md)' },
    },
    keeps: pages,
  },
]
