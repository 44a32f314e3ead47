import {
  Content,
  Item,
  ItemText,
  Portal,
  Root,
  Trigger,
  Value,
  Viewport,
} from '@radix-ui/react-select';

export const Page = () => (
  <Root open={true} defaultValue="rye">
    <Trigger>
      <Value />
    </Trigger>
    <Portal>
      <Content position="popper">
        <Viewport>
          <Item value="rye">
            <ItemText>Rye</ItemText>
          </Item>
        </Viewport>
      </Content>
    </Portal>
  </Root>
);
export const isRight = () =>
  getComputedStyle(document.querySelector('[data-radix-select-viewport]')).scrollbarWidth ===
  'none';
