/**
 * The pages that the shell brings itself, in every release; `page` is the first part of the document title.
 * Their paths are reserved; see declared-path.ts.
 */
export const shellPages = [
  { path: '/api', page: 'API' },
  { path: '/contact', page: 'Contact Us' },
] as const;
