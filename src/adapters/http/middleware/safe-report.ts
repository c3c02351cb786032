import type { ReportError } from './answer-protocol-failures.ts'

/** Where the report itself fails there is no other place to report to, and a request still has to be answered. */
export const safeReport =
  (report: ReportError): ReportError =>
  (...of) => {
    try {
      report(...of)
    } catch {
      // The log is the only place that hears of it.
    }
  }

/**
 * A record of what happened. What it throws is reported, and keeps neither the answer from being sent nor its call from
 * its end: the hold of a call would stay for as long as the process runs.
 */
export const safeRecord =
  (report: ReportError) =>
  <Of extends readonly unknown[]>(record: (...of: Of) => void) =>
  (...of: Of): void => {
    try {
      record(...of)
    } catch (error) {
      report(error, '', null)
    }
  }
