import { expect } from 'chai'
import { withExactNumbers } from '../../../../src/domain/exact-numbers.ts'
import { argumentsFor, runsCommands, textFor } from '../../../../src/adapters/providers/sandbox/tool-arguments.ts'

const withField = (field: string, schema: object) => ({
  type: 'object',
  properties: { [field]: schema, why: { type: 'string' } },
  required: [field],
  additionalProperties: false,
})

describe('argumentsFor', () => {
  it('prints a word with a tool that runs commands, as a line or as a list', () => {
    const line = argumentsFor('Bash', withField('command', { type: 'string' }))
    expect(line).to.equal('{"command":"echo sandbox"}')
    const list = argumentsFor('shell', withField('command', { type: 'array', items: { type: 'string' } }))
    expect(list).to.equal('{"command":["echo","sandbox"]}')
    expect(argumentsFor('exec_command', withField('cmd', { type: 'string' }))).to.equal('{"cmd":"echo sandbox"}')
  })

  it('adds a file with a tool for patches', () => {
    const json = argumentsFor('apply_patch', withField('input', { type: 'string' }))
    expect((JSON.parse(json ?? '') as { readonly input: string }).input).to.match(/^\*\*\* Begin Patch\n/)
  })

  it('keeps to the schema where it allows no such command', () => {
    const only = argumentsFor('Bash', withField('command', { type: 'string', enum: ['ls'] }))
    expect(only).to.equal('{"command":"ls"}')
    expect(argumentsFor('Bash', withField('path', { type: 'string' }))).to.equal('{"path":"text"}')
  })

  it('samples the arguments of every other tool', () => {
    expect(argumentsFor('weather', withField('command', { type: 'string' }))).to.equal('{"command":"text"}')
    expect(argumentsFor('weather', { not: {} })).to.equal(null)
  })
})

describe('textFor', () => {
  it('does no harm: prints a word, adds a file, and is a word otherwise', () => {
    expect(textFor('shell')).to.equal('echo sandbox')
    expect(textFor('apply_patch')).to.match(/^\*\*\* Begin Patch\n/)
    expect(textFor('notes')).to.equal('text')
  })
})

describe('argumentsFor with a bound that a float does not keep', () => {
  it('gives a number within the bound', () => {
    const text =
      '{"type":"object","properties":{"id":{"type":"integer","minimum":1234567890123456789}},"required":["id"]}'
    const json = argumentsFor('f', withExactNumbers(text, JSON.parse(text)))
    expect((JSON.parse(json ?? '') as { readonly id: number }).id).to.be.at.least(Number('1234567890123456789'))
  })
})

describe('runsCommands', () => {
  it('knows the tools of common agents, and no others', () => {
    const agents = [
      'Bash',
      'shell',
      'local_shell',
      'exec_command',
      'shell_command',
      'run_terminal_cmd',
      'run_in_terminal',
    ]
    expect(agents.filter((name) => !runsCommands(name))).to.deep.equal([])
    expect(['Task', 'apply_patch', 'runner', 'get_weather'].filter(runsCommands)).to.deep.equal([])
  })
})
