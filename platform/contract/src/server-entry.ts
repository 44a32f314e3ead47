/** Where a build holds what the site server renders its pages with; a build may lack it. */
export const serverEntryFile = 'server/entry.js';
