/** What is wrong with a proof of the form `test/file.ts › title of the test`; null when that test exists. */
export const provenBy = (proof: string, files: ReadonlyMap<string, string>): string | null => {
  const [file = '', title = ''] = proof.split(' › ')
  const text = files.get(file)
  if (text === undefined || !file.startsWith('test/')) return `names no test file: ${proof}`
  const isTitle = title !== '' && ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`))
  return isTitle ? null : `${file} has no test "${title}"`
}
