import { patternOf } from './path-pattern.ts';
import type { Subjects } from './subjects.ts';

/** Why a route may not say that it is `about` a subject; null: it may. `subjects` null: not known here. */
export function subjectProblem(
  path: string,
  about: string | undefined,
  subjects: Subjects | null,
): string | null {
  if (about === undefined) return null;
  if (patternOf(path).isOpen) {
    return `the route ${path} is about "${about}", and its wildcard takes addresses of many things`;
  }
  const parameters = path.split('/:').length - 1;
  if (subjects === null) {
    return parameters > 1
      ? `the route ${path} is about "${about}", so its path must have one parameter at most, the id`
      : null;
  }
  if (!Object.hasOwn(subjects, about)) {
    const all = Object.keys(subjects).join(', ');
    return `the route ${path} is about "${about}", which this site does not know: ${all === '' ? 'it has no subjects' : `it knows ${all}`}`;
  }
  if (subjects[about] === 'all') {
    return parameters > 0
      ? `the route ${path} is about all "${about}", so its path must have no parameter`
      : null;
  }
  return parameters === 1
    ? null
    : `the route ${path} is about one "${about}", so its path must have one parameter, the id`;
}
