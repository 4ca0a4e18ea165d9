import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Every name that a file declares: variables, parameters, functions, types, and properties of types, classes
 * and object literals. Imports under the package's own name are included.
 */
export function declaredNames(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const names = new Set<string>()
  const collect = (node: ts.Node) => {
    const name = isDeclaration(node) ? node.name : undefined
    if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) names.add(name.text)
    ts.forEachChild(node, collect)
  }
  collect(source)
  return names
}

const kinds = new Set([
  ...[ts.SyntaxKind.VariableDeclaration, ts.SyntaxKind.BindingElement, ts.SyntaxKind.Parameter],
  ...[ts.SyntaxKind.FunctionDeclaration, ts.SyntaxKind.FunctionExpression, ts.SyntaxKind.ClassDeclaration],
  ...[ts.SyntaxKind.InterfaceDeclaration, ts.SyntaxKind.TypeAliasDeclaration, ts.SyntaxKind.TypeParameter],
  ...[ts.SyntaxKind.EnumDeclaration, ts.SyntaxKind.EnumMember, ts.SyntaxKind.NamedTupleMember],
  ...[ts.SyntaxKind.PropertySignature, ts.SyntaxKind.MethodSignature, ts.SyntaxKind.PropertyDeclaration],
  ...[ts.SyntaxKind.MethodDeclaration, ts.SyntaxKind.GetAccessor, ts.SyntaxKind.SetAccessor],
  ...[ts.SyntaxKind.PropertyAssignment, ts.SyntaxKind.ShorthandPropertyAssignment],
  ...[ts.SyntaxKind.ImportClause, ts.SyntaxKind.ImportSpecifier, ts.SyntaxKind.NamespaceImport],
])

const isDeclaration = (node: ts.Node): node is ts.NamedDeclaration => kinds.has(node.kind)
