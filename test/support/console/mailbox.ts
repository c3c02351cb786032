import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'

const mailsIn = async (folder: string): Promise<readonly string[]> => {
  const names = await readdir(folder).catch(() => [])
  // A message that is still being written has another ending, and soon another name.
  const written = names.filter((name) => name.endsWith('.eml'))
  return Promise.all(written.map((name) => readFile(join(folder, name), 'utf8')))
}

/** The link to a page of the console that was mailed to an address, among the mail files of a data directory. */
export const mailedLink = async (dataDir: string, email: string, page: string): Promise<string> => {
  const pattern = new RegExp(`https?://[^/\\s]+(/${page}\\?token=[\\w-]+)`)
  let link: string | undefined
  await eventually(async () => {
    const mails = await mailsIn(join(dataDir, 'mail'))
    link = mails.filter((mail) => mail.includes(email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? [])[0]
    return link !== undefined
  })
  return link ?? ''
}
