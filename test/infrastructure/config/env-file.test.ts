import { expect } from 'chai'
import { mistakesOf } from '../../../src/infrastructure/config/env-file.ts'

const PROVIDERS = ['openai', 'x-ai']

const mistakes = (text: string, providerIds: readonly string[] | null = PROVIDERS): readonly string[] =>
  mistakesOf({ file: { path: '/srv/.env', text }, inherited: [] }, providerIds)

const isIt = (line: number, name: string, meant: string): string =>
  `line ${line} of /srv/.env sets ${name}, which the gateway does not read: is it ${meant}?`

describe('Mistakes in variables', () => {
  for (const [name, meant] of [
    ['REDIS_ULR', 'REDIS_URL'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['OPNAI_API_KEY', 'OPENAI_API_KEY'],
    ['X-AI_API_KEY', 'X_AI_API_KEY'],
    ['X_AI_BASE_ULR', 'X_AI_BASE_URL'],
  ] as const) {
    it(`name the line that sets ${name}, and ${meant}`, () => {
      expect(mistakes(`PORT=1\n\n${name}=secret\n`)).to.deep.equal([isIt(3, name, meant)])
      expect(mistakes(`export ${name} = secret`)).to.deep.equal([isIt(1, name, meant)])
    })
  }

  it('are none in what the gateway reads, and in what belongs to other programs', () => {
    const foreign = ['PATH', 'HOME', 'HTTP_PROXY', 'NODE_OPTIONS', 'TZ', 'PGSSLMODE', 'POSTGRES_PASSWORD', 'AWS_REGION']
    const ours = ['PORT', 'X_AI_API_KEY', 'OPENAI_BASE_URL', 'GOOGLE_CLIENT_ID']
    expect(mistakes([...ours, ...foreign].map((name) => `${name}=1`).join('\n'))).to.deep.equal([])
  })

  it('are no names of providers while the catalogue is not read', () => {
    expect(mistakes('OPNAI_API_KEY=1\nMINE_BASE_URL=2\nREDIS_ULR=3', null)).to.deep.equal([
      isIt(3, 'REDIS_ULR', 'REDIS_URL'),
    ])
  })

  for (const line of [
    'REDIS_URL redis://h',
    'REDIS_URL: redis://h',
    'REDIS_URL: redis://h?x=1',
    '=1',
    'sk-secret',
    '//',
  ]) {
    it(`name the line "${line}", which sets nothing, and repeat nothing of it`, () => {
      expect(mistakes(`# a comment\n${line}\nPORT=1`)).to.deep.equal([
        'line 2 of /srv/.env sets nothing: write NAME=value, or # before a comment',
      ])
    })
  }

  it('name a line that a later one undoes', () => {
    expect(mistakes('PORT=1\nHOST=a\nPORT=2\n# PORT=3')).to.deep.equal([
      'line 1 of /srv/.env counts for nothing: line 3 sets PORT again',
    ])
  })

  it('name a quote that nothing closes', () => {
    expect(mistakes('PORT=1\nMAIL_FROM="Gateway\nHOST=127.0.0.1')).to.deep.equal([
      'line 2 of /srv/.env opens a quote for MAIL_FROM that nothing closes: close it, or write the value without',
    ])
  })

  it('name a value that a sign of comments cuts, and no comment behind one', () => {
    expect(mistakes('DATABASE_URL=postgres://u:p#w@h/x\nPORT=1 # one\nHOST=#none\nMAIL_FROM="a#b"#c')).to.deep.equal([
      'line 1 of /srv/.env gives DATABASE_URL only what stands before its first #: put the value in quotes',
    ])
  })

  it('are no lines of a value in quotes', () => {
    expect(mistakes('KEY="one\ntwo\nthree" # end\nREDIS_ULR=\'x\'\nNOTE=`a\n\nb`\n  # c\n')).to.deep.equal([
      isIt(4, 'REDIS_ULR', 'REDIS_URL'),
    ])
  })

  it('are names in the environment too, apart from those that providers have with other programs', () => {
    const inherited = ['PATH', 'HOSTNAME', 'SHLVL', 'REDIS_PORT', 'ZAI_API_KEY', 'OPNAI_API_KEY', 'MASTERKEY', 'PORT']
    expect(mistakesOf({ file: null, inherited }, PROVIDERS)).to.deep.equal([
      'the environment sets MASTERKEY, which the gateway does not read: is it MASTER_KEY?',
    ])
  })
})
