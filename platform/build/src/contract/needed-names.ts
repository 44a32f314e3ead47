import {
  type ImportClause,
  type Node,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isExpressionWithTypeArguments,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isJsxClosingElement,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isNamespaceImport,
  isNewExpression,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSourceFile,
  isStringLiteral,
  isThrowStatement,
  isTryStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';

/**
 * Those of the names that a file cannot do without: it calls one, or draws it, without looking first whether it is
 * there. `typeof React.use`, `React.use ?? other` and `if (React.use) React.use(…)` do without it.
 *
 * An installed package can do without a name that it calls under any condition. It has ways for several versions, and
 * picks one by its own props.
 *
 * @param request as the file imports the module, unless it does so by a relative path
 * @param names of members that the module lacks, of which the file uses some
 */
export function neededNames(
  file: SourceFile,
  request: string,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const local = localNames(file, request, names);
  const isInstalled = file.fileName.includes('/node_modules/');
  const needed = new Set<string>();
  const visit = (node: Node): void => {
    const name = nameAt(node, local);
    if (name !== undefined && !isChecked(node, name) && isNeeded(node)) needed.add(name);
    node.forEachChild(visit);
  };
  visit(file);
  return needed;

  /** Whether it is reached only where a condition has asked for the name. */
  function isChecked(node: Node, name: string): boolean {
    for (let at = node; !isSourceFile(at); at = at.parent) {
      const { parent } = at;
      if (isTryStatement(parent) && parent.tryBlock === at) return true;
      const condition = conditionOf(at);
      if (condition !== undefined && (isInstalled || mentions(condition, name))) return true;
      if (!isBlock(parent) && !isSourceFile(parent)) continue;
      for (const earlier of parent.statements) {
        if (earlier === at) break;
        const isWayOut = isIfStatement(earlier) && leaves(earlier.thenStatement);
        if (isWayOut && mentions(earlier.expression, name)) return true;
      }
    }
    return false;
  }

  function mentions(node: Node, name: string): boolean {
    if (isStringLiteral(node)) return node.text === name;
    if (isIdentifier(node) && local.answers.get(node.text) === name) return true;
    if (nameAt(node, local) === name) return true;
    return node.forEachChild((child) => mentions(child, name) || undefined) === true;
  }
}

/** What variables of a file hold, by their names. */
interface LocalNames {
  names: ReadonlySet<string>;
  /** The module. */
  wholes: Set<string>;
  /** A member of it that has one of the names. */
  values: Map<string, string>;
  /** What depends on such a member. */
  answers: Map<string, string>;
}

function localNames(file: SourceFile, request: string, names: ReadonlySet<string>): LocalNames {
  const local: LocalNames = { names, wholes: new Set(), values: new Map(), answers: new Map() };
  for (const one of file.statements) {
    if (!isImportDeclaration(one) || !isStringLiteral(one.moduleSpecifier)) continue;
    const { text } = one.moduleSpecifier;
    if (text === request || text.startsWith('.')) noteImport(one.importClause, local);
  }
  const visit = (node: Node): void => {
    if (isVariableDeclaration(node) && node.initializer) noteVariable(node, local);
    node.forEachChild(visit);
  };
  visit(file);
  return local;
}

function noteImport(clause: ImportClause | undefined, { names, wholes, values }: LocalNames): void {
  const { name, namedBindings } = clause ?? {};
  if (name) wholes.add(name.text);
  if (namedBindings === undefined) return;
  if (isNamespaceImport(namedBindings)) wholes.add(namedBindings.name.text);
  else {
    for (const { propertyName, name: own } of namedBindings.elements) {
      const { text } = propertyName ?? own;
      if (text === 'default') wholes.add(own.text);
      if (names.has(text)) values.set(own.text, text);
    }
  }
}

function noteVariable({ name, initializer }: VariableDeclaration, local: LocalNames): void {
  if (initializer === undefined) return;
  const { names, wholes, values, answers } = local;
  if (isObjectBindingPattern(name)) {
    for (const { propertyName, name: own, initializer: other } of name.elements) {
      const taken = propertyName ?? own;
      if (!own || !taken || !isIdentifier(own) || !isIdentifier(taken)) continue;
      const isOfModule = isWhole(initializer, local) && names.has(taken.text);
      if (isOfModule && other === undefined) values.set(own.text, taken.text);
    }
  } else if (isIdentifier(name)) {
    const within = (node: Node): string | undefined => {
      // `'use' in React`
      if (isStringLiteral(node)) return names.has(node.text) ? node.text : undefined;
      return nameAt(node, local) ?? node.forEachChild(within);
    };
    const value = nameAt(initializer, local);
    const asked = value ?? within(initializer);
    if (isWhole(initializer, local)) wholes.add(name.text);
    else if (value !== undefined) values.set(name.text, value);
    else if (asked !== undefined) answers.set(name.text, asked);
  }
}

/** Whether an expression is the module: `React`, or its default export. */
function isWhole(node: Node, local: LocalNames): boolean {
  if (isIdentifier(node)) return local.wholes.has(node.text);
  return (
    isPropertyAccessExpression(node) &&
    node.name.text === 'default' &&
    isWhole(node.expression, local)
  );
}

/** The name that an expression stands for. */
function nameAt(node: Node, local: LocalNames): string | undefined {
  if (isPropertyAccessExpression(node)) {
    const { text } = node.name;
    return local.names.has(text) && isWhole(node.expression, local) ? text : undefined;
  }
  if (isElementAccessExpression(node)) {
    const { argumentExpression: at } = node;
    const isNamed = isStringLiteral(at) && local.names.has(at.text);
    return isNamed && isWhole(node.expression, local) ? at.text : undefined;
  }
  if (!isIdentifier(node)) return undefined;
  const { parent } = node;
  const isMember = isPropertyAccessExpression(parent) && parent.name === node;
  return isMember ? undefined : local.values.get(node.text);
}

/** The condition under which a part of an expression or statement is reached. */
function conditionOf(node: Node): Node | undefined {
  const { parent } = node;
  if (isConditionalExpression(parent)) {
    return parent.condition === node ? undefined : parent.condition;
  }
  if (isIfStatement(parent)) return parent.expression === node ? undefined : parent.expression;
  if (!isBinaryExpression(parent) || parent.right !== node) return undefined;
  const { kind } = parent.operatorToken;
  const isLogical =
    kind === SyntaxKind.AmpersandAmpersandToken ||
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.QuestionQuestionToken;
  return isLogical ? parent.left : undefined;
}

function leaves(statement: Node): boolean {
  if (isBlock(statement)) return statement.statements.some(leaves);
  return isReturnStatement(statement) || isThrowStatement(statement);
}

const drawing = /^_?(createElement|jsxs?|jsxDEV)$/;

/** Whether an expression is called, drawn, extended or taken apart, which fails where it is undefined. */
function isNeeded(node: Node): boolean {
  const { parent } = node;
  if (isParenthesizedExpression(parent)) return isNeeded(parent);
  if (isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.CommaToken) {
    return parent.right === node && isNeeded(parent);
  }
  if (isCallExpression(parent)) {
    if (parent.expression === node) return parent.questionDotToken === undefined;
    return parent.arguments[0] === node && drawing.test(calledName(parent.expression));
  }
  if (isNewExpression(parent)) return parent.expression === node;
  if (isPropertyAccessExpression(parent) || isElementAccessExpression(parent)) {
    return parent.expression === node && parent.questionDotToken === undefined;
  }
  if (isVariableDeclaration(parent)) {
    return parent.initializer === node && isObjectBindingPattern(parent.name);
  }
  return (
    isExpressionWithTypeArguments(parent) ||
    isJsxOpeningElement(parent) ||
    isJsxSelfClosingElement(parent) ||
    isJsxClosingElement(parent)
  );
}

/** `jsx` of `jsx(…)`, `runtime.jsx(…)` and `(0, runtime.jsx)(…)`. */
function calledName(called: Node): string {
  if (isIdentifier(called)) return called.text;
  if (isPropertyAccessExpression(called)) return called.name.text;
  if (isParenthesizedExpression(called)) return calledName(called.expression);
  return isBinaryExpression(called) ? calledName(called.right) : '';
}
