/** React of the major before has no types of its own here. As far as it is used, those of the page's say the same. */
export declare const earlierReact: {
  react: typeof import('react');
  jsxRuntime: typeof import('react/jsx-runtime');
  reactDom: typeof import('react-dom');
  reactDomClient: typeof import('react-dom/client');
};
