import type { Proof } from './proof.ts';
import { overdue, type Results } from './results.ts';

/** The table of CONTRIBUTING. */
export function proofTable(proofs: readonly Proof[]): string {
  const rows = proofs.map(({ name, shows, days }) => `| \`${name}\` | ${shows} | ${days} |\n`);
  return `| name | what it shows | days |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** What is known of each proof, a line each: for who wants to see what has not been run for how long. */
export function summaryOf(proofs: readonly Proof[], results: Results, now: number): string {
  const due = new Map(overdue(proofs, results, now).map(({ name, why }) => [name, why]));
  const width = Math.max(...proofs.map(({ name }) => name.length));
  const lines = proofs.map(({ name }) => {
    const passed = results[name]?.passed ?? null;
    const last =
      passed === null
        ? ''
        : `passed ${passed.at.slice(0, 10)} on ${passed.commit}, ${passed.seconds} s`;
    return [name.padEnd(width), last, due.get(name)].filter(Boolean).join('  ');
  });
  return lines.join('\n');
}
