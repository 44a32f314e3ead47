import * as v from 'valibot';
import { textProblem } from './text-problem.ts';

const maxLinks = 5;
const maxTeam = 60;
const maxText = 40;
const maxAddress = 500;

/** The team that an app belongs to, and where it is found: for who releases, never for readers. */
export const ownerSchema = v.object({
  team: v.string(),
  links: v.optional(v.array(v.object({ text: v.string(), href: v.string() })), () => []),
});
export type Owner = v.InferOutput<typeof ownerSchema>;

/** Why what is said of an owner is not taken, in words for its team; null: it is. */
export function ownerProblem({ team, links }: Owner): string | null {
  if (links.length > maxLinks) return `its owner has more than ${maxLinks} links`;
  const problems = links.map(({ text, href }) => {
    const words = textProblem('the text of a link of its owner', text, maxText);
    if (words !== null) return words;
    const what = `the link ${JSON.stringify(text)} of its owner`;
    if (href.length > maxAddress) return `${what} is longer than ${maxAddress} characters`;
    return isLink(href) ? null : `${what} is no address that begins with https: or mailto:`;
  });
  const problem = textProblem('the team of its owner', team, maxTeam);
  return problem ?? problems.find((one) => one !== null) ?? null;
}

function isLink(href: string): boolean {
  if (!URL.canParse(href) || /\s/.test(href)) return false;
  const { protocol, username, password } = new URL(href);
  const isKnown = protocol === 'https:' || protocol === 'mailto:';
  return isKnown && username === '' && password === '';
}
