import { Bar } from '@nivo/bar';

export const Page = () => (
  <Bar width={200} height={100} data={[{ id: 'a', value: 3 }]} animate={false} />
);
export const isRight = (element) => element.querySelectorAll('svg rect').length > 1;
