import { routesOf } from '../library.jsx';

export const routes = routesOf('/webpack', {
  mui: () => import('../pages/mui.jsx'),
  'tanstack-query': () => import('./tanstack-query.jsx'),
  echarts: () => import('../pages/echarts.jsx'),
  monaco: () => import('./monaco.jsx'),
});
