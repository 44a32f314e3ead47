/** The router's id of the route whose data is the page. */
export const pageRoute = 'page';
