import {
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isPropertyAccessExpression,
  isQualifiedName,
  isStringLiteral,
  isVariableStatement,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Node, SourceFile } from 'typescript/unstable/ast'

interface Use {
  readonly specifier: string
  readonly name: string
}

/** What a file gives to others and takes from them, by name. */
export interface Symbols {
  readonly exports: readonly { readonly name: string; readonly isType: boolean }[]
  readonly uses: readonly Use[]
}

/** Stands for every name of a module: a namespace that is handed on whole. */
export const EVERY_NAME = '*'

type Named = Node & { readonly name?: Node; readonly modifiers?: readonly Node[] }

const textOf = (node: Node | undefined): string => {
  if (node === undefined) return ''
  return isIdentifier(node) || isStringLiteral(node) ? node.text : ''
}

const isExported = (statement: Named): boolean =>
  statement.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false

const TYPES: ReadonlySet<SyntaxKind> = new Set([SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration])

const exportsOf = (statement: Node): Symbols['exports'] => {
  if (isExportDeclaration(statement)) {
    const clause = statement.exportClause
    const elements = clause !== undefined && isNamedExports(clause) ? clause.elements : []
    return elements.map((element) => ({ name: textOf(element.name), isType: statement.isTypeOnly }))
  }
  if (!isExported(statement)) return []
  const names = isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => textOf(name))
    : [textOf((statement as Named).name)]
  return names.filter((name) => name !== '').map((name) => ({ name, isType: TYPES.has(statement.kind) }))
}

/** The names that a namespace is asked for; every name where it is used in another way. */
const usesOfNamespace = (sourceFile: SourceFile, namespace: string, specifier: string): readonly Use[] => {
  const uses: Use[] = []
  const visit = (node: Node): void => {
    if (isImportDeclaration(node)) return
    if (isPropertyAccessExpression(node) && textOf(node.expression) === namespace) {
      uses.push({ specifier, name: textOf(node.name) })
      return
    }
    if (isQualifiedName(node) && textOf(node.left) === namespace) {
      uses.push({ specifier, name: textOf(node.right) })
      return
    }
    if (isIdentifier(node) && node.text === namespace) uses.push({ specifier, name: EVERY_NAME })
    node.forEachChild(visit)
  }
  sourceFile.forEachChild(visit)
  return uses
}

const usesOfStatement = (sourceFile: SourceFile, statement: Node): readonly Use[] => {
  if (isExportDeclaration(statement)) {
    const specifier = textOf(statement.moduleSpecifier)
    const clause = statement.exportClause
    if (clause === undefined || !isNamedExports(clause)) return [{ specifier, name: EVERY_NAME }]
    return clause.elements.map(({ propertyName, name }) => ({ specifier, name: textOf(propertyName ?? name) }))
  }
  if (!isImportDeclaration(statement)) return []
  const specifier = textOf(statement.moduleSpecifier)
  const bindings = statement.importClause?.namedBindings
  if (bindings === undefined) return []
  if (isNamespaceImport(bindings)) return usesOfNamespace(sourceFile, bindings.name.text, specifier)
  if (!isNamedImports(bindings)) return []
  return bindings.elements.map(({ propertyName, name }) => ({ specifier, name: textOf(propertyName ?? name) }))
}

/** `import('./file.ts')` as a value takes every name, as a type it takes the one that follows. */
const dynamicUses = (sourceFile: SourceFile): readonly Use[] => {
  const uses: Use[] = []
  const visit = (node: Node): void => {
    if (isImportTypeNode(node) && isLiteralTypeNode(node.argument)) {
      uses.push({ specifier: textOf(node.argument.literal), name: textOf(node.qualifier) || EVERY_NAME })
    }
    const call = node as Node & { readonly expression?: Node; readonly arguments?: readonly Node[] }
    if (call.expression?.kind === SyntaxKind.ImportKeyword) {
      uses.push({ specifier: textOf(call.arguments?.[0]), name: EVERY_NAME })
    }
    node.forEachChild(visit)
  }
  sourceFile.forEachChild(visit)
  return uses
}

export const symbolsOf = (sourceFile: SourceFile): Symbols => {
  const statements = [...sourceFile.statements] as readonly Node[]
  return {
    exports: statements.flatMap(exportsOf),
    uses: [...statements.flatMap((each) => usesOfStatement(sourceFile, each)), ...dynamicUses(sourceFile)],
  }
}
