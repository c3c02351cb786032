import type { CounterSpec, GaugeSpec, HistogramSpec } from './metric-spec.ts'

type Spec<S> = Omit<S, 'type' | 'labels' | 'most'>

/** For a metric with labels: how many combinations of their values it tells apart. */
interface Labelled<Labels extends readonly string[]> {
  readonly labels: Labels
  readonly most: number
}

const NO_LABELS = { labels: [], most: 1 } as const

const counter = (name: string, help: string): CounterSpec<readonly []> => ({
  type: 'counter',
  name,
  help,
  ...NO_LABELS,
})

const counterBy = <const L extends readonly string[]>(name: string, by: Labelled<L>, help: string): CounterSpec<L> => ({
  type: 'counter',
  name,
  help,
  ...by,
})

const gauge = (name: string, help: string): GaugeSpec<readonly []> => ({ type: 'gauge', name, help, ...NO_LABELS })

const gaugeBy = <const L extends readonly string[]>(name: string, by: Labelled<L>, help: string): GaugeSpec<L> => ({
  type: 'gauge',
  name,
  help,
  ...by,
})

const histogram = ({ name, help, buckets }: Spec<HistogramSpec>): HistogramSpec<readonly []> => ({
  type: 'histogram',
  name,
  help,
  buckets,
  ...NO_LABELS,
})

const histogramBy = <const L extends readonly string[]>(
  by: Labelled<L>,
  { name, help, buckets }: Spec<HistogramSpec>,
): HistogramSpec<L> => ({ type: 'histogram', name, help, buckets, ...by })

/** The names that OpenTelemetry's conventions for generative AI give to labels, as Prometheus writes them. */
const GEN_AI = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const

/** A model has three histograms, so few models have their own: those after them share the name `other`. */
const GEN_AI_SERIES = { labels: GEN_AI, most: 16 } as const

/**
 * Every metric. The names that begin with `gen_ai` are those of OpenTelemetry's conventions for generative AI, which
 * still change: nothing outside this table names them. Units are the base units of Prometheus (seconds, bytes), money
 * is in whole units of its currency. Label values are words of our own code or names of the catalogue, never a user, a
 * key or an id. All series together are at most 2,000 lines, which a test counts.
 */
export const METRICS = {
  requests: counterBy(
    'gateway_requests_total',
    { labels: ['surface', 'operation', 'status'], most: 176 },
    'Answered HTTP requests by surface, endpoint and class of the status (2xx). "none": no endpoint took it.',
  ),
  refusals: counterBy(
    'gateway_refusals_total',
    { labels: ['surface', 'reason'], most: 120 },
    'Requests answered with an error, by the code of the failure.',
  ),
  calls: counterBy(
    'gateway_calls_total',
    { labels: ['surface', 'provider', 'model', 'outcome'], most: 200 },
    'Ended paid calls of the public gateway as their clients saw them: answered, refused (4xx), failed (5xx), cut (it failed after the first byte), client_left. The provider is the last one asked, "none" where none was.',
  ),
  overhead: histogramBy(
    { labels: ['surface', 'stream'], most: 8 },
    {
      name: 'gateway_overhead_seconds',
      help: 'Time that a paid call took beyond its waiting for providers: from the head of the request to the last byte of the answer. A slow client counts too.',
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
    },
  ),

  genAiDuration: histogramBy(GEN_AI_SERIES, {
    name: 'gen_ai_server_request_duration_seconds',
    help: 'Time until the answer of a provider was whole, of calls that succeeded.',
    buckets: [0.02, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  }),
  genAiFirstToken: histogramBy(GEN_AI_SERIES, {
    name: 'gen_ai_server_time_to_first_token_seconds',
    help: 'Time until the first chunk of a streamed answer came from its provider.',
    buckets: [0.02, 0.06, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  }),
  genAiPerToken: histogramBy(GEN_AI_SERIES, {
    name: 'gen_ai_server_time_per_output_token_seconds',
    help: 'Time for each output token after the first chunk of a streamed answer.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.2, 0.4, 1],
  }),
  genAiTokens: histogramBy(
    { labels: ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_token_type'], most: 10 },
    {
      name: 'gen_ai_client_token_usage',
      help: 'Tokens that one call was charged for, by type.',
      buckets: [1, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576],
    },
  ),
  tokens: counterBy(
    'gateway_tokens_total',
    { labels: ['provider', 'model', 'type'], most: 100 },
    'Tokens that calls were charged for: input, input_cache_read, input_cache_write, output, output_reasoning. Cached tokens are a part of the input, reasoning is a part of the output.',
  ),
  providerFailures: counterBy(
    'gateway_provider_failures_total',
    { labels: ['provider', 'cause'], most: 60 },
    'Calls to a provider that failed, by cause. A call that another deployment answered after all counts here too.',
  ),
  providerCalls: counterBy(
    'gateway_provider_calls_total',
    { labels: ['provider'], most: 20 },
    'Calls to a provider, whether they failed or not.',
  ),
  circuits: gaugeBy(
    'gateway_circuit_open',
    { labels: ['deployment'], most: 40 },
    '1 while the deployment is left out because it failed repeatedly, 0.5 while one call tries it. Healthy deployments have no series.',
  ),

  ledgerCommands: counterBy(
    'gateway_ledger_commands_total',
    { labels: ['command', 'outcome'], most: 60 },
    'Commands of the ledger by outcome.',
  ),
  ledgerBatch: histogram({
    name: 'gateway_ledger_batch_commands',
    help: 'Commands that shared one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  }),
  ledgerCommit: histogram({
    name: 'gateway_ledger_commit_seconds',
    help: 'Time of one transaction of the ledger in the database.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3],
  }),
  ledgerStale: counter(
    'gateway_ledger_stale_batches_total',
    'Commits that were decided a second time, because another process had changed a row that this one had cached.',
  ),
  ledgerWaiting: gauge('gateway_ledger_waiting_commands', 'Commands that wait for a commit.'),
  money: counterBy(
    'gateway_money_total',
    { labels: ['currency', 'movement'], most: 16 },
    'Money moved by this process, in whole units of the currency: charged, written_off, refunded, topped_up, bonus, adjusted, and top_up_refunded.',
  ),
  holdsRefused: counterBy(
    'gateway_holds_refused_total',
    { labels: ['reason'], most: 8 },
    'Calls for which no money could be held.',
  ),

  settlementsPending: gauge('gateway_settlements_pending', 'Ends of holds that this process still has to write.'),
  settleLag: histogram({
    name: 'gateway_settle_lag_seconds',
    help: 'Time from the end of an answer until its charge was durable.',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30, 300],
  }),
  settlementTroubles: counterBy(
    'gateway_settlement_troubles_total',
    { labels: ['trouble'], most: 4 },
    'Ends of holds that did not simply succeed: delayed (each attempt), abandoned, refused, lost.',
  ),

  callsHeld: counterBy(
    'gateway_calls_held_total',
    { labels: ['by'], most: 2 },
    'Calls by how their money was held: reserved (ahead, and the call waited for no database) or own_hold.',
  ),
  reservationsOpen: gauge('gateway_reservations_open', 'Reservations that this process has open for its busy keys.'),
  holdsOpen: gaugeBy(
    'gateway_holds_open',
    { labels: ['kind'], most: 9 },
    'Open holds in the database by kind of work.',
  ),
  holdOldest: gaugeBy(
    'gateway_hold_oldest_age_seconds',
    { labels: ['kind'], most: 9 },
    'Age of the oldest open hold by kind of work.',
  ),
  holdsOverdue: gauge(
    'gateway_holds_overdue',
    'Open holds past their time, or of a silent process: the sweeper should end them.',
  ),
  mailWaiting: gauge('gateway_mail_waiting', 'Mail messages that are not sent yet.'),
  mailOldest: gauge(
    'gateway_mail_oldest_age_seconds',
    'Age of the oldest mail message that is not sent yet, however often it was tried.',
  ),
  webhooksWaiting: gauge('gateway_webhook_deliveries_waiting', 'Webhook deliveries that have not ended.'),
  webhookDue: gauge(
    'gateway_webhook_oldest_due_age_seconds',
    'For how long the oldest webhook delivery has been due. One that its receiver refused is due later again.',
  ),
  topUpsPending: gauge('gateway_top_ups_pending', 'Top-ups whose payment is not decided.'),
  topUpsPaid: gauge(
    'gateway_top_ups_paid_uncredited',
    'Top-ups that their payment provider reported to this process as paid, and that are not credited.',
  ),
  topUpPaidOldest: gauge(
    'gateway_top_up_paid_oldest_age_seconds',
    'For how long this process has known of the oldest top-up that is paid and not credited.',
  ),
  paymentMismatches: counter(
    'gateway_payment_mismatches_total',
    'Payments that are not the ones that were ordered. An operator must look at each.',
  ),
  figuresRead: gauge(
    'gateway_standing_figures_timestamp_seconds',
    'When the figures of holds, mail, webhooks and top-ups were last read from the database, Unix time.',
  ),
  auditViolations: gauge('gateway_audit_violations', 'Laws of the ledger that the last audit found broken.'),
  auditDelta: gaugeBy(
    'gateway_audit_delta',
    { labels: ['currency'], most: 2 },
    'What all accounts of a currency add up to in the last audit, in whole units. Anything but 0 is money out of nothing.',
  ),
  auditRun: gauge('gateway_audit_timestamp_seconds', 'When the ledger was last audited, Unix time.'),

  loopRuns: counterBy(
    'gateway_loop_runs_total',
    { labels: ['loop', 'outcome'], most: 58 },
    'Runs of the standing work: succeeded or failed.',
  ),
  loopSuccess: gaugeBy(
    'gateway_loop_last_success_timestamp_seconds',
    { labels: ['loop'], most: 29 },
    'When a loop of the standing work last ended well, Unix time.',
  ),
  clockAhead: gauge(
    'gateway_clock_ahead_seconds',
    "By how much the machine's clock is ahead of the database's; negative where it is behind.",
  ),
  redisUp: gauge('gateway_redis_up', '1 while Redis counts the requests, 0 while this process counts them by itself.'),
  databaseUp: gauge(
    'gateway_database_up',
    '1 while the database takes writes, as this process knows; 0 while it is away.',
  ),
  pool: gaugeBy(
    'gateway_database_connections',
    { labels: ['pool', 'state'], most: 12 },
    'Connections to PostgreSQL: idle, busy, and waiting (callers that wait for one).',
  ),

  build: gaugeBy('gateway_build_info', { labels: ['version', 'node'], most: 1 }, 'Always 1; the labels say what runs.'),
  cpuUser: counter('process_cpu_user_seconds_total', 'User CPU time of the process.'),
  cpuSystem: counter('process_cpu_system_seconds_total', 'System CPU time of the process.'),
  startTime: gauge('process_start_time_seconds', 'When the process started, Unix time.'),
  residentMemory: gauge('process_resident_memory_bytes', 'Resident memory.'),
  heapTotal: gauge('nodejs_heap_size_total_bytes', 'Heap that Node has taken from the system.'),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Heap in use.'),
  externalMemory: gauge('nodejs_external_memory_bytes', 'Memory of objects outside the heap.'),
  lagMean: gauge('nodejs_eventloop_lag_mean_seconds', 'How late the event loop was on average since the last scrape.'),
  lagP50: gauge('nodejs_eventloop_lag_p50_seconds', 'The median of the lateness since the last scrape.'),
  lagP99: gauge('nodejs_eventloop_lag_p99_seconds', 'The 99th percentile of the lateness since the last scrape.'),
  lagMax: gauge('nodejs_eventloop_lag_max_seconds', 'The greatest lateness since the last scrape.'),

  overflow: counterBy(
    'gateway_metrics_overflow_total',
    { labels: ['metric'], most: 24 },
    'Observations counted under the label values "other", because their metric has as many series as it may have.',
  ),
} as const
