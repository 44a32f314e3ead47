import * as v from 'valibot';
import { declarationProblems } from './declaration-problem.ts';
import { predicateOf } from './issue-sentence.ts';
import { type Owner, ownerProblem } from './owner.ts';
import type { RemoteDeclaration } from './remote.ts';
import { remoteFieldProblem } from './remote-fields.ts';
import { remoteFileSchema } from './remote-file.ts';
import type { Problem, Result } from './result.ts';

/** A remote's declaration, as its file says it. */
export interface ReadDeclaration {
  declaration: RemoteDeclaration;
  /** The team that the remote belongs to; undefined: the file does not say. */
  owner: Owner | undefined;
  /** What in the file has no effect, or may trouble other programs: a sentence each. */
  notes: readonly string[];
}

/** Why it is none: it has not the form of a declaration, or is one that is not taken. */
export interface DeclarationFailure extends Problem {
  code: 'invalid' | 'unfit';
}

/**
 * Reads the text of a `remote.json`. A byte order mark and fields that nobody reads are noted: neither is an error.
 *
 * @param files the paths of the build's files, by which its images are judged; null before there are any
 * @returns or one line with everything that is wrong, without the file's name
 */
export function parseDeclaration(
  text: string,
  files: ReadonlySet<string> | null,
): Result<ReadDeclaration, DeclarationFailure> {
  const hasMark = text.startsWith('\uFEFF');
  let content: unknown;
  try {
    content = JSON.parse(hasMark ? text.slice(1) : text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed('invalid', [`it is not JSON (${why})`]);
  }
  const parsed = v.safeParse(remoteFileSchema, content, { message: predicateOf });
  const unread = unreadFields(content, parsed.output).join(', ');
  // What is lacking may stand there by a wrong name.
  const misread = unread === '' ? [] : [`nobody reads ${unread}`];
  if (!parsed.success) {
    return failed('invalid', [...parsed.issues.map(remoteFieldProblem), ...misread]);
  }
  const { owner, ...declaration } = parsed.output;
  const ofOwner = owner === undefined ? null : ownerProblem(owner);
  const problems = declarationProblems(declaration, files);
  if (ofOwner !== null) problems.push(ofOwner);
  if (problems.length > 0) return failed('unfit', [...problems, ...misread]);
  return {
    ok: true,
    value: {
      declaration,
      owner,
      notes: [
        ...(hasMark ? ['It begins with a byte order mark: save it as UTF-8 without one.'] : []),
        ...(unread === '' ? [] : [`Nobody reads ${unread}.`]),
      ],
    },
  };
}

function failed(code: DeclarationFailure['code'], problems: readonly string[]): DeclarationFailure {
  return { ok: false, code, problem: problems.join('; ') };
}

/** Paths of the fields that `given` has and `read` has not, such as `routes.0.titel`. */
function unreadFields(given: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const known = new Map<string, unknown>(
    typeof read === 'object' && read !== null ? Object.entries(read) : [],
  );
  return Object.entries(given).flatMap(([key, value]) => {
    const here = [...path, key];
    return known.has(key) ? unreadFields(value, known.get(key), here) : [here.join('.')];
  });
}
