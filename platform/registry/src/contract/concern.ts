/** How bad something is: `failing` needs somebody now, `watch` is worth a look. */
export type Severity = 'calm' | 'watch' | 'failing';

/** What takes away what is wrong: a button on the board, a verb of the command. `to`: the build that visitors get by it. */
export type Remedy = { app: string; words: string; command: string } & (
  | { kind: 'abort' | 'rollback'; to: string }
  | { kind: 'promote' | 'resume' }
  | { kind: 'undo'; revision: number }
);

/** One thing to know of a channel. */
export interface Concern {
  code:
    | 'history'
    | 'failing'
    | 'ramp'
    | 'settings'
    | 'recall'
    | 'taken-back'
    | 'frozen'
    | 'locked'
    | 'well'
    | 'unheard'
    | 'empty';
  severity: Severity;
  /** Null: it is of the whole channel. */
  app: string | null;
  /** What is so, a sentence. */
  says: string;
  /** What visitors see meanwhile, and who has to do something: sentences; may be empty. */
  meanwhile: string;
  remedy: Remedy | null;
}

/** A concern; without `meanwhile` and `remedy` there is nothing to say or to do. */
export function concern(
  code: Concern['code'],
  severity: Severity,
  app: string | null,
  says: string,
  meanwhile = '',
  remedy: Remedy | null = null,
): Concern {
  return { code, severity, app, says, meanwhile, remedy };
}

/** `1 browser`, `2 browsers`. */
export function counted(many: number, one: string): string {
  return `${many} ${one}${many === 1 ? '' : 's'}`;
}
