import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isExpressionWithTypeArguments,
  isIdentifier,
  isIfStatement,
  isImportSpecifier,
  isJsxClosingElement,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
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
 * Of an installed package a call under any condition counts as one that the package can do without: it has ways for
 * several versions, and picks one by its own props.
 *
 * @param names of members that a module lacks, of which the file uses some
 */
export function neededNames(file: SourceFile, names: ReadonlySet<string>): ReadonlySet<string> {
  const { values, answers } = localNames(file, names);
  const isInstalled = file.fileName.includes('/node_modules/');
  const needed = new Set<string>();
  const visit = (node: Node): void => {
    const name = nameAt(node, names, values);
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
    if (isIdentifier(node) && answers.get(node.text) === name) return true;
    if (nameAt(node, names, values) === name) return true;
    return node.forEachChild((child) => mentions(child, name) || undefined) === true;
  }
}

type LocalNames = ReadonlyMap<string, string>;

/** The variables of a file that hold what has one of the names, and those whose value depends on it. */
function localNames(file: SourceFile, names: ReadonlySet<string>) {
  const values = new Map<string, string>();
  const answers = new Map<string, string>();
  const within = (node: Node): string | undefined => {
    // `'use' in React`
    if (isStringLiteral(node)) return names.has(node.text) ? node.text : undefined;
    return nameAt(node, names, values) ?? node.forEachChild(within);
  };
  const visit = (node: Node): void => {
    if (isImportSpecifier(node)) {
      const { text } = node.propertyName ?? node.name;
      if (names.has(text)) values.set(node.name.text, text);
    } else if (isBindingElement(node) && node.name && isIdentifier(node.name)) {
      const { propertyName = node.name, initializer } = node;
      const isNamed = isIdentifier(propertyName) && names.has(propertyName.text);
      if (isNamed && !initializer) values.set(node.name.text, propertyName.text);
    } else if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer) {
      const value = nameAt(node.initializer, names, values);
      const asked = value ?? within(node.initializer);
      if (value !== undefined) values.set(node.name.text, value);
      else if (asked !== undefined) answers.set(node.name.text, asked);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return { values, answers };
}

/** The name that an expression stands for. */
function nameAt(node: Node, names: ReadonlySet<string>, values: LocalNames): string | undefined {
  if (isPropertyAccessExpression(node)) {
    return names.has(node.name.text) ? node.name.text : undefined;
  }
  if (isElementAccessExpression(node)) {
    const { argumentExpression: at } = node;
    return isStringLiteral(at) && names.has(at.text) ? at.text : undefined;
  }
  if (!isIdentifier(node)) return undefined;
  const { parent } = node;
  const isMember = isPropertyAccessExpression(parent) && parent.name === node;
  return isMember ? undefined : values.get(node.text);
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
