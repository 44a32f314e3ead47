import Select from 'react-select';

export const Page = () => (
  <Select classNamePrefix="choice" options={[{ value: 1, label: 'One' }]} />
);
export const isRight = (element) =>
  getComputedStyle(element.querySelector('.choice__control')).display === 'flex';
