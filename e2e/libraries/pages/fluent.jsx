import { Button, FluentProvider, webLightTheme } from '@fluentui/react-components';

export const Page = () => (
  <FluentProvider theme={webLightTheme}>
    <Button appearance="primary">Bake</Button>
  </FluentProvider>
);
export const isRight = (element) =>
  getComputedStyle(element.querySelector('button')).backgroundColor === 'rgb(15, 108, 189)';
