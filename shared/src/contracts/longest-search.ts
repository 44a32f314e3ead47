/** Characters that the ledger service takes of a search and of a party's id. */
export const longestSearch = 200;
