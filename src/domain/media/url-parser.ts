/** An address taken apart by the WHATWG parser, which spells every host in one way. */
export type ParsedUrl = Readonly<
  Record<'href' | 'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'host', string>
>

/** The parser that every runtime has. Declared here, as the domain is compiled without the types of any. */
declare const URL: {
  new (text: string, base?: string): ParsedUrl
  canParse(text: string, base?: string): boolean
}

/** Null where the text is no absolute address. */
export const parseUrl = (text: string): ParsedUrl | null => (URL.canParse(text) ? new URL(text) : null)
