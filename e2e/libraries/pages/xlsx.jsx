import { read, utils, write } from 'xlsx';

export function show(element) {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['bread', 3]]), 'Breads');
  const again = read(write(book, { type: 'array', bookType: 'xlsx' }));
  element.textContent = again.Sheets.Breads.A1.v;
}
export const isRight = (element) => element.textContent === 'bread';
