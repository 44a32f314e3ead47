import { Button } from 'antd';

export const Page = () => <Button type="primary">Bake</Button>;
export const isRight = (element) =>
  getComputedStyle(element.querySelector('button')).backgroundColor === 'rgb(22, 119, 255)';
