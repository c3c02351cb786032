import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/support/servers/loopback.ts'
import { eventually } from '../../test/support/eventually.ts'
import { runProgram } from '../../test/support/processes/child-process.ts'

/** A Prometheus of the trial's own. */
export interface TrialPrometheus {
  /** The alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface Target {
  readonly role: 'server' | 'worker'
  /** Host and port. */
  readonly address: string
}

interface AlertsAnswer {
  readonly data: {
    readonly alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[]
  }
}

const configOf = (targets: readonly Target[]): string =>
  JSON.stringify({
    global: { scrape_interval: '1s', scrape_timeout: '900ms', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'gateway',
        static_configs: targets.map(({ role, address }) => ({ targets: [address], labels: { role } })),
      },
    ],
  })

/** Starts Prometheus with these rules, on loopback and in a directory of its own. */
export const startPrometheus = async (
  program: string,
  rules: string,
  targets: readonly Target[],
): Promise<TrialPrometheus> => {
  const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'gateway-alerts-'))])
  // YAML reads JSON.
  await writeFile(join(folder, 'prometheus.yaml'), configOf(targets))
  await writeFile(join(folder, 'alerts.yaml'), rules)
  const running = runProgram(program, [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ])
  const api = `http://127.0.0.1:${port}`
  await eventually(
    () =>
      fetch(`${api}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    100,
  )
  return {
    firing: async () => {
      const { data } = (await (await fetch(`${api}/api/v1/alerts`)).json()) as AlertsAnswer
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
    close: async () => {
      await running.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
