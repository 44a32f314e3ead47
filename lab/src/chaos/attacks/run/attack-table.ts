import type { AttackOutcome } from './judge-attack.ts';

const measures = ['lists', 'pages', 'plain', 'memory', 'disk', 'recall'] as const;

/** For a terminal: the attack, what came of it, what it cost, and what is wrong. */
export function attackLines(outcome: AttackOutcome): string {
  const { name, what, came, wrong } = outcome;
  return [
    `${name}: ${what}`,
    `    ${came}`,
    `    ${costs(outcome, measures)}`,
    ...wrong.map((problem) => `    WRONG: ${problem}`),
  ]
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function costs(outcome: AttackOutcome, which: readonly (typeof measures)[number][]): string {
  return which
    .filter((name) => outcome[name] !== '')
    .map((name) => `${name === 'plain' ? 'a plain server' : name} ${outcome[name]}`)
    .join('; ');
}

/** docs/attacks.md. */
export const attackDocument = (
  outcomes: readonly AttackOutcome[],
): string => `# Attacks, and what they cost

Written by \`npm run chaos -- --only attack- --write\`. Every attack was made for real, on servers of its own with 35,592
transfers, from up to 64 addresses of this machine, by processes with the lowest priority.

Meanwhile somebody else asks for lists and pages 20 times a second, over new connections: how many times as long 99 of 100
took as before the attack. Memory is what was added. Half-way a build is recalled, and ten open tabs must hear of it within
2 s. Wrong, in bold: lists or pages more than three times as slow, a server that ended, a late recall, or something got that
must not be ([decision 55](decisions/0055-attacks-are-measured.md)). More of each, such as answers by status, is in
\`lab/src/chaos/attacks/run/attack-outcomes.json\`.

${outcomes.map(attackItem).join('\n')}
`;

function attackItem(outcome: AttackOutcome): string {
  const { name, what, came, wrong } = outcome;
  const others = wrong.filter((problem) => problem !== came);
  const cost = costs(outcome, ['lists', 'pages', 'memory', 'recall']).replaceAll(
    / \(\d+ ms\)/g,
    '',
  );
  const texts = [
    others.length < wrong.length ? `**${came}**` : cost || shortened(came),
    others.length === 0 ? '' : `**${others.join('; ')}**`,
  ];
  return `- \`${name}\`: ${shortened(what)}. → ${texts.filter((text) => text !== '').join('; ')}`;
}

const shortened = (text: string) => (text.length <= 200 ? text : `${text.slice(0, 200).trim()}…`);
