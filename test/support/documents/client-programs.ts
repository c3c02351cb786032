import { findProgram } from '../processes/find-program.ts'

/** Clients that are programs of some hundred megabytes each: tests use those that the machine has. */
const PROGRAMS: Readonly<Record<ClientProgram, string>> = {
  codex: '@openai/codex',
  claude: '@anthropic-ai/claude-code',
  cn: '@continuedev/cli',
  opencode: 'opencode-ai',
}

export type ClientProgram = 'codex' | 'claude' | 'cn' | 'opencode'

/** The programs whose pages are not tried, in words. REQUIRE_SERVICES=1 has all of them tried, and fails without. */
export const programsLeftOut = (): readonly string[] =>
  (Object.keys(PROGRAMS) as readonly ClientProgram[])
    .filter((program) => !isTried(program))
    .map((program) => `${program} (it is not on the PATH; npm has it as ${PROGRAMS[program]})`)

export const isTried = (program: ClientProgram): boolean =>
  process.env['REQUIRE_SERVICES'] === '1' || findProgram([program]) !== null
