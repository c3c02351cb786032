/** A scrape as a table: each line's name with its labels, and its figure. */
export const samplesOf = (exposition: string): ReadonlyMap<string, number> =>
  new Map(
    exposition
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )

/** The figures of one metric by the values of its labels, in their order. */
export const figuresOf = (exposition: string, name: string): Readonly<Record<string, number>> => {
  const samples = [...samplesOf(exposition)].filter(([key]) => key === name || key.startsWith(`${name}{`))
  return Object.fromEntries(
    samples.map(([key, figure]) => [[...key.matchAll(/="([^"]*)"/g)].map((match) => match[1]).join(' '), figure]),
  )
}

/** Where a process says that it serves its metrics. */
export const metricsUrlOf = (output: string): string => /"metrics":"([^"]+)"/.exec(output)?.[1] ?? ''

export const scrape = async (url: string): Promise<string> => (await fetch(url)).text()
