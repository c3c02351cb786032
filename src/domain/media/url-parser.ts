/** The parts of an address by the WHATWG parser, which has one spelling for every host. */
type ParsedUrl = Readonly<Record<'href' | 'protocol' | 'username' | 'password' | 'hostname' | 'port' | 'host', string>>

/**
 * The parser of every JavaScript runtime. It is declared here because the domain is compiled without the types of a
 * runtime.
 */
declare const URL: {
  new (text: string, base?: string): ParsedUrl
  canParse(text: string, base?: string): boolean
}

/** Null if the text is no absolute address. */
export const parseUrl = (text: string): ParsedUrl | null => (URL.canParse(text) ? new URL(text) : null)
