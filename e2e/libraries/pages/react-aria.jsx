import { Button } from 'react-aria-components';

export const Page = () => <Button>Bake</Button>;
export const isRight = (element) => element.querySelector('button.react-aria-Button') !== null;
