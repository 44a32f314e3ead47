import type { PartFacts, SharedModule } from './facts.ts';

/** A table whose first column names its rows. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** When a build came. */
export function timesTable({ phases }: PartFacts): Table[] {
  const known = [
    ['Asked for', phases.asked],
    ['Files here', phases.arrived],
    ['Code begun', phases.evaluated],
    ['First drawn', phases.shown],
  ] as const;
  const rows = known.flatMap(([what, at]) => (at === null ? [] : [[what, `${Math.round(at)} ms`]]));
  if (rows.length === 0) return [];
  return [{ caption: 'Times since the page was asked for', head: ['Phase', 'Time'], rows }];
}

const origins: Readonly<Record<SharedModule['from'], string>> = {
  shell: 'the shell’s',
  earlier: 'of its own, earlier React',
  own: 'compiled in: the shell shares none',
  misfit: 'none: the shell’s does not fit',
};

/** Which copy of each shared module it uses. */
export function modulesTable({ shared }: PartFacts): Table[] {
  if (shared === null || shared.length === 0) return [];
  const rows = shared.map(({ name, wants, from, version }) => [
    ...[name, version ?? '', origins[from], wants ?? 'any'],
  ]);
  return [{ caption: 'Shared modules', head: ['Module', 'Version', 'Copy', 'Wanted'], rows }];
}

/** Its style sheets, and what they reach. */
export function sheetsTable({ app, sheets }: PartFacts): Table[] {
  if (sheets.length === 0) return [];
  const rows = sheets.map(({ file, counts, rules, beyond }) => [
    ...[file, counts ? 'yes' : 'no: nothing of it is shown', String(rules)],
    beyond.length === 0
      ? `what ${app} shows`
      : `${beyond.length} of them all of the page: ${beyond.slice(0, 3).join(', ')}`,
  ]);
  return [{ caption: 'Style sheets', head: ['File', 'Counts', 'Rules', 'Reach'], rows }];
}
