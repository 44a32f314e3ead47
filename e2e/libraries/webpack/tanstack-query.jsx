import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';

const client = new QueryClient();

function Breads() {
  const { data } = useQuery({ queryKey: ['breads'], queryFn: async () => 'rye' });
  return <b>{data}</b>;
}
export const Page = () => (
  <QueryClientProvider client={client}>
    <Breads />
  </QueryClientProvider>
);
export const isRight = (element) => element.querySelector('b').textContent === 'rye';
