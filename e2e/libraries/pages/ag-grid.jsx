import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);

export function show(element) {
  element.style.height = '200px';
  createGrid(element, { columnDefs: [{ field: 'name' }], rowData: [{ name: 'bread' }] });
}
export const isRight = (element) =>
  element.querySelector('.ag-cell')?.textContent === 'bread' &&
  getComputedStyle(element.querySelector('.ag-root-wrapper')).borderTopStyle === 'solid';
