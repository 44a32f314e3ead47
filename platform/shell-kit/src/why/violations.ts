/** A refusal of the content security policy, as the browser says it. */
export type Violation = Pick<
  SecurityPolicyViolationEvent,
  'effectiveDirective' | 'blockedURI' | 'sourceFile' | 'lineNumber' | 'sample'
>;

/** So many are kept of a page, the first ones. */
const maxKept = 50;

/** Keeps what the policy refuses in this page, from now on: browsers say it once. */
export function keepViolations(): readonly Violation[] {
  const kept: Violation[] = [];
  addEventListener('securitypolicyviolation', (violation) => {
    if (kept.length < maxKept) kept.push(violation);
  });
  return kept;
}
