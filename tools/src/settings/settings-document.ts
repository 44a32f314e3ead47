import { type Described, describeSettings } from '@tallystick/settings/setting';
import type * as v from 'valibot';

/** docs/settings.md: all settings, by what they are about. */
export function settingsDocument(settings: Readonly<Record<string, v.ObjectEntries>>): string {
  const parts = Object.entries(settings).map(
    ([title, entries]) => `## ${title}\n\n${tableOf(describeSettings(entries))}`,
  );
  return `# Settings

Made from the tables in \`platform/settings/src/table/\`, \`backend/src/settings/\` and \`tools/src/settings/\`, which programs
read, too: \`vitest run -u tools/src/settings\` writes it.

Settings are environment variables, all with a default that works on one machine. An empty one counts as absent. A wrong
value stops the start with one line. A name that is nearly a setting, such as \`STOP_DELY\`, has no effect: every server and
command says so on standard error at its start, and goes on.

*Read by* says which of \`serve\`'s servers and which commands use it; \`npm start\` passes all on to its servers. *Store
commands* are \`backup\`, \`restore\`, \`migrate\` and \`ledger\`. A *secret* is never shown: keep it where only the servers read.

${parts.join('\n')}`;
}

function tableOf(settings: readonly Described[]): string {
  const rows = settings.map(({ name, fallback, otherwise, readBy, does, see, secret }) => {
    const value = fallback ?? otherwise;
    const note = secret ? '; secret' : '';
    const more = see === undefined ? '' : ` ([more](${see}))`;
    return [`\`${name}\``, value ? `\`${value}\`` : '', readBy.join(', '), does + note + more];
  });
  return [['variable', 'default', 'read by', 'what it is'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|\n`)
    .join('');
}
