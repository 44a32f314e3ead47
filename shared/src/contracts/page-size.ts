/** Page size of every list on the site. */
export const pageSize = 10;
