import initSqlJs from 'sql.js/dist/sql-wasm.js';
import wasm from 'sql.js/dist/sql-wasm.wasm?url';

export async function show(element) {
  const { Database } = await initSqlJs({ locateFile: () => wasm });
  element.textContent = new Database().exec('SELECT 1 + 2')[0].values[0][0];
}
export const isRight = (element) => element.textContent === '3';
