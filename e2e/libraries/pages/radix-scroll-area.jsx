import { Root, Scrollbar, Thumb, Viewport } from '@radix-ui/react-scroll-area';

export const Page = () => (
  <Root type="always" style={{ height: 50 }}>
    <Viewport style={{ height: 50 }}>
      <p style={{ height: 500 }}>Bread</p>
    </Viewport>
    <Scrollbar orientation="vertical">
      <Thumb />
    </Scrollbar>
  </Root>
);
export const isRight = (element) =>
  getComputedStyle(element.querySelector('[data-radix-scroll-area-viewport]')).scrollbarWidth ===
  'none';
