import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { of } from 'rxjs';

const link = new ApolloLink(() => of({ data: { bread: 'rye' } }));
const client = new ApolloClient({ link, cache: new InMemoryCache() });
const query = gql`
  query {
    bread
  }
`;

const Bread = () => <p>{useQuery(query).data?.bread}</p>;
export const Page = () => (
  <ApolloProvider client={client}>
    <Bread />
  </ApolloProvider>
);
export const isRight = (element) => element.textContent === 'rye';
