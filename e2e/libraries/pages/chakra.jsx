import { Button, ChakraProvider, defaultSystem } from '@chakra-ui/react';

export const Page = () => (
  <ChakraProvider value={defaultSystem}>
    <Button variant="solid">Bake</Button>
  </ChakraProvider>
);
export const isRight = (element) =>
  getComputedStyle(element.querySelector('button')).display === 'inline-flex';
