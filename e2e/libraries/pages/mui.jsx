import Button from '@mui/material/Button';

export const Page = () => <Button variant="contained">Bake</Button>;
export const isRight = (element) =>
  getComputedStyle(element.querySelector('button')).backgroundColor === 'rgb(25, 118, 210)';
