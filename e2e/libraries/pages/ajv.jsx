import Ajv from 'ajv';

export function show(element) {
  const validate = new Ajv().compile({ type: 'number' });
  element.textContent = `${validate(3)} ${validate('rye')}`;
}
export const isRight = (element) => element.textContent === 'true false';
