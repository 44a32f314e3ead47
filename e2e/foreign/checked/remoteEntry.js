// A container with one page that is as it should be, and one for each thing that a check in a page finds.
globalThis.notes_checked = {
  async init(scope) {
    const take = async (name) => {
      const [shared] = Object.values(scope[name]);
      return (await shared.get())();
    };
    this.react = await take('react');
    this.jsx = (await take('react/jsx-runtime')).jsx;
  },
  async get() {
    const { react, jsx } = this;
    const heading = jsx('h1', { children: 'Checked' });
    const Checked = () => heading;
    const Throws = () => {
      throw new Error('no account');
    };
    const Refused = () => {
      react.useEffect(() => {
        fetch('https://elsewhere.example/x').catch(() => {});
        try {
          document.createElement('p').innerHTML = '<b>as markup</b>';
        } catch {
          // Only the policy says it.
        }
        try {
          new Function('return 1');
        } catch {
          // The same.
        }
        new Image().src = ['', 'leaf.svg'].join('/');
      }, []);
      return heading;
    };
    const Nameless = () => jsx('button', { type: 'button', style: { width: 20, height: 20 } });
    const mount = (element, { data }) => {
      element.append(document.createElement('h1'));
      element.firstElementChild.append(data);
      return { unmount() {} };
    };
    return () => ({
      routes: {
        '/checked': { Component: Checked },
        '/checked/:id': { Component: Checked },
        '/checked-mounted': { loader: () => 'Mounted', mount },
        '/checked-throws': { Component: Throws },
        '/checked-refused': { Component: Refused },
        '/checked-nameless': { Component: Nameless },
      },
    });
  },
};
