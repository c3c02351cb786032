/** For the environment of a process: its clock is so far ahead of that of the machine. */
export const clockAhead = (aheadMs: number): Readonly<Record<'NODE_OPTIONS', string>> => ({
  // The options stand between spaces, so the code has none.
  NODE_OPTIONS: `--import=data:text/javascript,globalThis.trueNow=Date.now;Date.now=()=>trueNow()+${aheadMs}`,
})
