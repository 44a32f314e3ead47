import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** One sentence about what is wrong with a request: where, and what that place must be. */
export const issueSentence = (issue: Issue, whole: string) => `${issueClause(issue, whole)}.`;

/** The same without its full stop. */
export function issueClause(issue: Issue, whole: string): string {
  const keys = keysOf(issue);
  // A key that is missing is said of the object that lacks it.
  const place = lacksKey(issue) ? keys.slice(0, -1) : keys;
  return `${place.join('.') || whole} ${issue.message}`;
}

/** What completes a sentence that begins with a place: as `message` of `safeParse`, for schemas without words of their own. */
export function predicateOf(issue: Issue): string {
  const { kind, type, expected, requirement, input } = issue;
  const unit = typeof input === 'string' ? 'characters' : 'items';
  switch (type) {
    case 'min_length':
      return requirement === 1 ? 'must not be empty' : `must have at least ${requirement} ${unit}`;
    case 'max_length':
      return `must have at most ${requirement} ${unit}`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'gt_value':
      return `must be more than ${requirement}`;
    case 'lt_value':
      return `must be less than ${requirement}`;
    case 'integer':
      return 'must be a whole number';
    case 'starts_with':
      return `must begin with ${JSON.stringify(requirement)}`;
  }
  if (lacksKey(issue)) return `must have ${keysOf(issue).at(-1)}`;
  if (kind !== 'schema' || expected === null) return 'is not well formed';
  if (expected === 'never') return 'is not known here';
  // Several kinds or values are in brackets, and a value is quoted.
  const allowed = expected.replace(/^\((.*)\)$/, '$1').split(' | ');
  const [first, ...others] = allowed.map((one) => words[one] ?? one.replace(/^"(.*)"$/, '$1'));
  return others.length === 0
    ? `must be ${first}`
    : `must be one of: ${[first, ...others].join(', ')}`;
}

const keysOf = ({ path }: Issue) => path?.map(({ key }) => String(key)) ?? [];

const lacksKey = ({ type, received, expected }: Issue) =>
  type.endsWith('object') && received === 'undefined' && expected !== 'Object';

/** What valibot calls a kind of value. */
const words: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Object: 'an object',
  Array: 'a list',
};
