import { Page } from './page.jsx';

export const routes = { '/edited': { Component: Page } };
