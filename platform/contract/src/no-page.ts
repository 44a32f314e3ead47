/** What is said at an address that no page has: in the head by the site server, on the page by the shell. */
export const noPage = { title: 'Not Found', text: 'Nothing has this address.' };
