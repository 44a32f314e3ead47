import { Button, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';

export const Page = () => (
  <MantineProvider theme={{ colors: { own: Array(10).fill('rgb(1, 2, 3)') } }}>
    <Button color="own">Bake</Button>
  </MantineProvider>
);
export const isRight = (element) =>
  getComputedStyle(element.querySelector('button')).backgroundColor === 'rgb(1, 2, 3)';
