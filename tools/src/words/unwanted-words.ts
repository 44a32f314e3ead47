/** A word of ours for what the field has a word for. */
interface Unwanted {
  word: RegExp;
  /** What the field says. */
  instead: string;
}

const unwanted: readonly Unwanted[] = [
  { word: /\bwear(s|ing)?Styles\b/i, instead: 'activateStylesheets' },
  { word: /\bhalfFilled\b/, instead: 'dirty' },
  { word: /\bseekLock\b/, instead: 'acquireLeadership' },
  { word: /\bkeepFreshest\b/, instead: 'single-flight with a stale fallback' },
  { word: /\bcallOff\b|\bhangUp\b/, instead: 'cancel, disconnect' },
  { word: /\bisWithheld\b/, instead: 'graceExpired' },
  { word: /\bLadderDoor\b|\bdoors?\b/i, instead: 'entry point, lazy facade' },
  { word: /\bdeeds?\b/i, instead: 'audit entry' },
  { word: /\bupstairs\b/i, instead: 'apps and services' },
];

/** Lines of a text that have such a word, each as `LINE: WORD, say INSTEAD`. */
export function unwantedWords(text: string): string[] {
  return text.split('\n').flatMap((line, at) =>
    unwanted.flatMap(({ word, instead }) => {
      const [found] = word.exec(line) ?? [];
      return found === undefined ? [] : [`${at + 1}: ${found}, say ${instead}`];
    }),
  );
}
