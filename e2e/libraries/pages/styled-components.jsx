import styled from 'styled-components';

const Red = styled.p`
  color: rgb(1, 2, 3);
`;

export const Page = () => <Red>Bread</Red>;
export const isRight = (element) =>
  getComputedStyle(element.querySelector('p')).color === 'rgb(1, 2, 3)';
