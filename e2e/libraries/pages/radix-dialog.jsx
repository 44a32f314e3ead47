import { Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';

export const Page = () => (
  <Root open={true}>
    <Portal>
      <Overlay />
      <Content aria-describedby={undefined}>
        <Title>Bread</Title>
      </Content>
    </Portal>
  </Root>
);
// The page behind an open dialog does not scroll.
export const isRight = () =>
  document.querySelector('[role=dialog]') !== null &&
  getComputedStyle(document.body).overflow === 'hidden';
