/** A page that the shell brings itself, in every release. */
export interface ShellPage {
  path: string;
  /** First part of the document title. */
  page: string;
}

/** Their paths are reserved; see declared-path.ts. */
export const shellPages = [
  { path: '/api', page: 'API' },
  { path: '/contact', page: 'Contact Us' },
] as const satisfies readonly ShellPage[];
