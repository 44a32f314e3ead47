import { routesOf } from './library.jsx';

const files = import.meta.glob('./pages/*.jsx');

export const routes = routesOf(
  '/libraries',
  Object.fromEntries(
    Object.entries(files).map(([file, load]) => [/(\w[\w-]*)\.jsx$/.exec(file)[1], load]),
  ),
);
