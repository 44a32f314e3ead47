import type { FrontName } from '../front/front-text.ts';
import type { AttackOutcome } from './judge-attack.ts';

const measures = ['lists', 'pages', 'plain', 'memory', 'disk', 'recall', 'neighbour'] as const;
/** What a measure is called where it is not called by its name. */
const called: Readonly<Record<string, string>> = {
  plain: 'a plain server',
  neighbour: 'neighbours',
};

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
    .map((name) => `${called[name] ?? name} ${outcome[name]}`)
    .join('; ');
}

/** What came of attacks on servers behind a proxy. */
export interface FrontOutcomes {
  name: FrontName;
  outcomes: readonly AttackOutcome[];
}

/** docs/attacks.md. `alone`: what came of attacks on the servers themselves. */
export const attackDocument = (
  alone: readonly AttackOutcome[],
  fronts: readonly FrontOutcomes[],
): string => `# Attacks, and what they cost

Written by \`npm run chaos -- --only attack- --write\`, with \`--behind haproxy\` for those behind a proxy. Every attack was
made for real, on servers of its own with 35,592 transfers, from up to 64 addresses of this machine, by processes with the
lowest priority.

Meanwhile somebody else asks for lists and pages 20 times a second, over new connections. Half-way a build is recalled, and
ten open tabs must hear of it within 2 s. Wrong, in bold: lists or pages more than three times as slow, a server or proxy
that ended, a late recall, an attacker's neighbour not answered 2 s after the end, or something got that must not be
([decision 42](decisions/0042-the-chaos-suite.md)). More of each, such as answers by status, is in
\`lab/src/chaos/attacks/run/attack-outcomes*.json\`.

## What others notice

The servers alone, and behind each proxy with its file of \`deploy/\` (HTTPS left out). \`1.3 / 1.1 / 1.0; 0.2 s\`: 99 of
100 lists took 1.3 times as long as before the attack, pages 1.1 times, and a plain server that nobody attacked 1.0 times,
which is the machine's doing: where it had much else to do, compare the third figure first, and longer attacks with
shorter ones not at all. The last tab heard of the recall after 0.2 s. '–': not made there.

| attack | ${['alone', ...fronts.map(({ name }) => name)].join(' | ')} |
| --- | ${['alone', ...fronts].map(() => '---').join(' | ')} |
${alone
  .filter(isMeasured)
  .map((outcome) => attackRow(outcome, fronts))
  .join('\n')}

## What attackers get

${alone
  .filter((outcome) => !isMeasured(outcome))
  .map(attackItem)
  .join('\n')}
`;

const isMeasured = ({ lists }: AttackOutcome) => lists !== '';

function attackRow(alone: AttackOutcome, fronts: readonly FrontOutcomes[]): string {
  const cells = fronts.map(({ outcomes }) => {
    const found = outcomes.find(({ name }) => name === alone.name);
    return found === undefined ? '–' : attackCell(found);
  });
  const [, lasted] = /^(\d+ s), /.exec(alone.came) ?? [];
  const name = `\`${alone.name}\`${lasted === undefined ? '' : `, ${lasted}`}`;
  const what = `${name}: ${shortened(alone.what)}`;
  return `| ${[what, attackCell(alone), ...cells].join(' | ')} |`;
}

function attackCell({ lists, pages, plain, recall, wrong }: AttackOutcome): string {
  const slow = [`lists took ${lists}`, `pages took ${pages}`];
  const times = [lists, pages, plain].map((words, index) => {
    const time = /^[\d.]+(?= ×)/.exec(words)?.[0] ?? 'never';
    return wrong.includes(slow[index] ?? '') ? `**${time}**` : time;
  });
  const heard = /[\d.]+ s$/.exec(recall)?.[0] ?? 'never';
  // A bold figure says it already, unless some were not answered at all.
  const others = wrong.filter((problem) => !slow.includes(problem) || problem.includes('%'));
  const problems = others.map((problem) => `**${problem.replaceAll(/ \(\d+ ms\)/g, '')}**`);
  return [`${times.join(' / ')}; ${heard}`, ...problems].join('; ');
}

function attackItem({ name, what, came, wrong }: AttackOutcome): string {
  const others = wrong.filter((problem) => problem !== came);
  const texts = [
    others.length < wrong.length ? `**${came}**` : shortened(came),
    others.length === 0 ? '' : `**${others.join('; ')}**`,
  ];
  return `- \`${name}\`: ${shortened(what)}. → ${texts.filter((text) => text !== '').join('; ')}`;
}

const shortened = (text: string) => (text.length <= 140 ? text : `${text.slice(0, 140).trim()}…`);
