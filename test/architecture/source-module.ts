import {
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNewExpression,
  isNumericLiteral,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isSpreadElement,
  isStringLiteral,
  isTupleTypeNode,
  isTypeOperatorNode,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Identifier, Node, SourceFile } from 'typescript/unstable/ast'
import { symbolsOf } from './module-symbols.ts'
import type { Symbols } from './module-symbols.ts'

export interface ImportSite {
  readonly specifier: string
  readonly line: number
  /** Erased before the program runs: such an edge cannot make a load-time cycle. */
  readonly typeOnly: boolean
}

export interface FunctionSite {
  readonly name: string
  readonly line: number
  readonly lineCount: number
}

/** One TypeScript file, reduced to what the rules ask of it. */
export interface SourceModule extends Symbols {
  readonly path: string
  readonly imports: readonly ImportSite[]
  readonly functions: readonly FunctionSite[]
  /** Names read as a variable or a type; property names are not among them. */
  readonly names: readonly { readonly name: string; readonly line: number }[]
  /** Every identifier, names of properties included. */
  readonly identifiers: readonly { readonly name: string; readonly line: number }[]
  /** The text between the quotes of every string, and between the placeholders of every template. */
  readonly strings: readonly { readonly text: string; readonly line: number }[]
  /** `a.b` for every property read whose left side is a plain name. */
  readonly members: readonly { readonly member: string; readonly line: number }[]
  readonly declarations: readonly { readonly name: string; readonly kind: string; readonly line: number }[]
  /**
   * Marks found in code: `any`, `async`, `await`, `clock`, `duration`, `import.meta`, `export default`, `class without
   * a parent`, `RegExp`, `list as arguments`.
   */
  readonly marks: readonly { readonly mark: string; readonly line: number }[]
  /** Regular expressions as they are written. */
  readonly patterns: readonly { readonly text: string; readonly line: number }[]
  readonly comments: readonly { readonly text: string; readonly line: number }[]
}

const FUNCTION_KINDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
])

const DECLARATION_KINDS: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.InterfaceDeclaration, 'interface'],
  [SyntaxKind.TypeAliasDeclaration, 'type'],
  [SyntaxKind.ClassDeclaration, 'class'],
  [SyntaxKind.FunctionDeclaration, 'function'],
  [SyntaxKind.VariableDeclaration, 'variable'],
])

/** Literals whose text could be taken for a comment. */
const LITERAL_KINDS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
])

/** Parents under which an identifier only names a member, keyed by the property that holds it. */
const MEMBER_NAME_PARENTS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PropertyAssignment,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.PropertyAccessExpression,
])

const nameOf = (node: Node): string => {
  const name = (node as Node & { readonly name?: Node }).name
  return name !== undefined && isIdentifier(name) ? name.text : ''
}

const functionName = (node: Node): string => nameOf(node) || nameOf(node.parent) || 'anonymous function'

const isMemberName = (identifier: Identifier): boolean => {
  const parent = identifier.parent as Node & { readonly name?: Node }
  return MEMBER_NAME_PARENTS.has(parent.kind) && parent.name?.pos === identifier.pos
}

const textOfLiteral = (node: Node | undefined): string | null =>
  node !== undefined && isStringLiteral(node) ? node.text : null

const isNamed = (node: Node, name: string): boolean => isIdentifier(node) && node.text === name

const importOf = (node: Node): { specifier: string | null; typeOnly: boolean } | null => {
  if (isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === SyntaxKind.TypeKeyword
    return { specifier: textOfLiteral(node.moduleSpecifier), typeOnly }
  }
  if (isExportDeclaration(node)) return { specifier: textOfLiteral(node.moduleSpecifier), typeOnly: node.isTypeOnly }
  if (isImportTypeNode(node)) {
    return { specifier: isLiteralTypeNode(node.argument) ? textOfLiteral(node.argument.literal) : null, typeOnly: true }
  }
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
    return { specifier: textOfLiteral(node.arguments[0]), typeOnly: false }
  }
  // A worker or a child process is started by address: `new URL('./worker.ts', import.meta.url)`.
  if (isNewExpression(node) && isNamed(node.expression, 'URL')) {
    const address = textOfLiteral(node.arguments?.[0])
    return address?.startsWith('.') && /\.(ts|js)$/.test(address) ? { specifier: address, typeOnly: true } : null
  }
  return null
}

/** `performance.now() - startedMs`, but not a moment in the past: `Date.now() - 60_000`. */
const isDuration = (node: Node): boolean =>
  isBinaryExpression(node) &&
  node.operatorToken.kind === SyntaxKind.MinusToken &&
  !isNumericLiteral(node.right) &&
  [node.left, node.right].some((side) => /\b(?:performance|Date)\.now\(\)/.test(side.getText()))

const isTupleType = (type: Node | undefined): boolean =>
  type !== undefined && isTupleTypeNode(isTypeOperatorNode(type) ? type.type : type)

/** Whether an enclosing function has a parameter of this name that is the rest of its own arguments, or a tuple. */
const isShortParameter = (name: string, from: Node): boolean => {
  let isShort = false
  const look = (child: Node): void => {
    if (!isParameterDeclaration(child) || !isNamed(child.name, name)) return
    isShort = child.dotDotDotToken !== undefined || isTupleType(child.type)
  }
  for (let node: Node | undefined = from; node !== undefined && !isShort; node = node.parent) {
    if (FUNCTION_KINDS.has(node.kind)) node.forEachChild(look)
  }
  return isShort
}

const withoutCast = (node: Node): Node => {
  if (isParenthesizedExpression(node) || isAsExpression(node)) return withoutCast(node.expression)
  return node
}

/** `list.push(...others)`, but not what hands its own arguments on, nor a tuple. */
const isListAsArguments = (node: Node): boolean => {
  if (!isSpreadElement(node) || !(isCallExpression(node.parent) || isNewExpression(node.parent))) return false
  const list = withoutCast(node.expression)
  return !(isIdentifier(list) && isShortParameter(list.text, node))
}

const markOf = (node: Node): string | null => {
  if (isListAsArguments(node)) return 'list as arguments'
  if (isDuration(node)) return 'duration'
  if (node.kind === SyntaxKind.AnyKeyword) return 'any'
  if (node.kind === SyntaxKind.AsyncKeyword) return 'async'
  if (node.kind === SyntaxKind.AwaitExpression || node.kind === SyntaxKind.AwaitKeyword) return 'await'
  if (node.kind === SyntaxKind.DefaultKeyword || node.kind === SyntaxKind.ExportAssignment) return 'export default'
  if (node.kind === SyntaxKind.MetaProperty) return 'import.meta'
  // `new Date(reading)` only dresses a value; without an argument it reads the clock.
  if (isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length) return 'clock'
  if (isCallExpression(node) && isNamed(node.expression, 'Date')) return 'clock'
  if ((isNewExpression(node) || isCallExpression(node)) && isNamed(node.expression, 'RegExp')) return 'RegExp'
  if (node.kind === SyntaxKind.ClassDeclaration || node.kind === SyntaxKind.ClassExpression) {
    const parents = (node as Node & { readonly heritageClauses?: readonly Node[] }).heritageClauses
    return parents === undefined || parents.length === 0 ? 'class without a parent' : null
  }
  return null
}

const commentsOf = (text: string, literals: readonly Node[], lineAt: (position: number) => number) => {
  let code = ''
  for (const literal of literals) code = code.concat(text.slice(code.length, literal.getStart())).padEnd(literal.end)
  code += text.slice(code.length)
  return [...code.matchAll(/\/\/.*|\/\*[^]*?\*\//g)].map((match) => ({ text: match[0], line: lineAt(match.index) }))
}

const lineFinder = (text: string): ((position: number) => number) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)]
  return (position) => {
    let [line, after] = [0, starts.length]
    while (line < after) {
      const middle = (line + after) >> 1
      if ((starts[middle] ?? 0) <= position) line = middle + 1
      else after = middle
    }
    return line
  }
}

export const sourceModule = (path: string, sourceFile: SourceFile): SourceModule => {
  const lineAt = lineFinder(sourceFile.text)
  const found = {
    imports: [] as ImportSite[],
    functions: [] as FunctionSite[],
    names: [] as { name: string; line: number }[],
    identifiers: [] as { name: string; line: number }[],
    strings: [] as { text: string; line: number }[],
    members: [] as { member: string; line: number }[],
    declarations: [] as { name: string; kind: string; line: number }[],
    marks: [] as { mark: string; line: number }[],
  }
  const patterns: { text: string; line: number }[] = []
  const literals: Node[] = []
  const visit = (node: Node): void => {
    const line = lineAt(node.getStart(sourceFile))
    const site = importOf(node)
    if (site?.specifier) found.imports.push({ specifier: site.specifier, line, typeOnly: site.typeOnly })
    if (FUNCTION_KINDS.has(node.kind)) {
      found.functions.push({ name: functionName(node), line, lineCount: lineAt(node.end) - line + 1 })
    }
    const declared = DECLARATION_KINDS.get(node.kind)
    if (declared !== undefined && nameOf(node) !== '') {
      found.declarations.push({ name: nameOf(node), kind: declared, line })
    }
    if (isIdentifier(node)) found.identifiers.push({ name: node.text, line })
    if (isIdentifier(node) && !isMemberName(node)) found.names.push({ name: node.text, line })
    if (isPropertyAccessExpression(node) && isIdentifier(node.expression)) {
      found.members.push({ member: `${node.expression.text}.${nameOf(node)}`, line })
    }
    const mark = markOf(node)
    if (mark !== null) found.marks.push({ mark, line })
    if (LITERAL_KINDS.has(node.kind)) literals.push(node)
    if (LITERAL_KINDS.has(node.kind) && node.kind !== SyntaxKind.RegularExpressionLiteral) {
      found.strings.push({ text: (node as Node & { readonly text: string }).text, line })
    }
    if (node.kind === SyntaxKind.RegularExpressionLiteral) patterns.push({ text: node.getText(sourceFile), line })
    node.forEachChild(visit)
  }
  visit(sourceFile)
  const comments = commentsOf(sourceFile.text, literals, lineAt)
  return { path, ...found, ...symbolsOf(sourceFile), patterns, comments }
}
