import { Line, LineChart } from 'recharts';

export const Page = () => (
  <LineChart width={200} height={100} data={[{ n: 1 }, { n: 2 }]}>
    <Line dataKey="n" isAnimationActive={false} />
  </LineChart>
);
export const isRight = (element) => element.querySelector('path.recharts-curve') !== null;
