import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';

const link = new ApolloLink(() => Observable.of({ data: { bread: 'rye' } }));
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
