import { setTimeout } from 'node:timers/promises'
import type { Timer } from '../../application/ports/process/timer.ts'

export const systemTimer: Timer = { sleep: (durationMs) => setTimeout(durationMs) }
