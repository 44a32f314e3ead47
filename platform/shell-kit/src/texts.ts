/** What the kit itself says to visitors. */
export interface Texts {
  readonly pleaseWait: string;
  readonly stillLoading: string;
  readonly tryAgain: string;
  readonly loadAgain: string;
  /** The text of a link to the first page. */
  readonly wayOut: string;
  /** A page that stopped working; `whole`: all of the site did. */
  readonly unexpected: { readonly title: string; readonly text: string; readonly whole: string };
  /** The site was opened over plain http. */
  readonly insecure: string;
  readonly partMissing: { readonly title: (part: string) => string; readonly text: string };
  readonly chunkMissing: { readonly title: string; readonly text: string };
}

/** The same in English. */
export const plainTexts: Texts = {
  pleaseWait: 'Please wait...',
  stillLoading: 'Still loading. This is taking longer than usual...',
  tryAgain: 'Try again',
  loadAgain: 'Load again',
  wayOut: 'Go to the first page',
  unexpected: {
    title: 'Unexpected Application Error',
    text: 'This page stopped working. The rest of the site works.',
    whole: 'The site stopped working in this tab. Loading it again usually helps.',
  },
  insecure:
    'Browsers can check what this site sends only over https, or at localhost on the machine itself. Open it at such an address.',
  partMissing: {
    title: (part) => `${part} cannot be shown`,
    text: 'This part of the site did not load. The rest of the site works.',
  },
  chunkMissing: {
    title: 'A part of this page did not load',
    text: 'The connection was lost, or the site has been updated since you opened it.',
  },
};
